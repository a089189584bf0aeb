import { languageNames } from '../../../schema/rules/languageNames.ts'
import type { Messages } from '../../platform/messages.ts'
import { type Brand, linksIn } from '../../platform/brands/brand.ts'
import { type Content, type Html, html } from '../../platform/html.ts'

/** The data that every page needs. */
export interface PageContext {
  readonly brand: Brand
  readonly messages: Messages
  /** The home page of the brand; its logo links there. */
  readonly homeUrl: string
  readonly assets: PageAssets
}

/** Versioned paths of the static files. */
export interface PageAssets {
  readonly stylesheet: string
  readonly script: string
  /** Only pages with passkeys load these scripts. The scripts run in this order. */
  readonly passkeyScripts: readonly string[]
  brandStylesheet(brand: Brand): string
}

export interface PageParts {
  readonly title: string
  /** True after a refused form. Then the title says so, because screen readers announce the title first. */
  readonly failed?: boolean
  /** True if the page uses passkeys. */
  readonly hasPasskeys?: boolean
  readonly content: Html
}

/** A whole page: the brand's picture with the slogan, and the content beside it. */
export function page(context: PageContext, { title, failed = false, hasPasskeys = false, content }: PageParts): Html {
  const { brand, messages, assets, homeUrl } = context
  const heading = failed ? messages.text('identity.problem.title', { title }) : title
  return html`<!doctype html>
    <html lang="${messages.locale}" dir="${messages.text('language.direction')}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${messages.text('identity.page.title', { title: heading, brand: brand.name })}</title>
        <link rel="stylesheet" href="${assets.stylesheet}" />
        <link rel="stylesheet" href="${assets.brandStylesheet(brand)}" />
        ${brand.fontFaces.map(({ url }) => html`<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin />`)}
        <link rel="icon" href="data:," />
        <script src="${assets.script}" type="module"></script>
        ${hasPasskeys && assets.passkeyScripts.map((script) => html`<script src="${script}" defer></script>`)}
      </head>
      <body>
        <div class="page">
          <aside class="scene" aria-hidden="true">
            ${brand.signInPictureUrl !== null && html`<img src="${brand.signInPictureUrl}" alt="" />`}
            <p class="scene-words">${messages.text('identity.page.promise')}</p>
          </aside>
          <div class="side">
            <header class="head">
              <a class="home" href="${homeUrl}"><img src="${brand.logoUrl}" alt="" height="32" /> ${brand.name}</a>
            </header>
            <main class="main">${content}</main>
            <footer class="foot">${footerLinks(context)} ${languageForm(context)}</footer>
          </div>
        </div>
      </body>
    </html> `
}

/**
 * The form that changes the language. It has a button for browsers that run no scripts: there, choosing a language does
 * not change the page.
 */
function languageForm({ brand, messages }: PageContext): Content {
  if (brand.locales.length < 2) return ''
  return html`<form class="language" method="post" action="/identity/language">
    <select name="locale" aria-label="${messages.text('language.title')}">
      ${languageNames(brand.locales).map(
        ({ locale, name }) =>
          html`<option value="${locale}" lang="${locale}" ${locale === messages.locale && html`selected`}>
            ${name}
          </option>`,
      )}
    </select>
    <button>${messages.text('language.change')}</button>
  </form>`
}

function footerLinks({ brand, messages }: PageContext): Content {
  const ofBrand = linksIn(brand, messages.locale)
  const links = [
    { href: ofBrand.terms, label: messages.text('footer.terms') },
    { href: ofBrand.privacy, label: messages.text('footer.privacy') },
    { href: ofBrand.customerCare, label: messages.text('footer.customerCare') },
  ]
  return html`<ul>
    ${links.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
  </ul>`
}

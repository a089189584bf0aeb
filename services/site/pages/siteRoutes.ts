import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Brand, writtenLinksIn } from '../../platform/brands/brand.ts'
import type { Links } from '../../platform/brands/brandFile.ts'
import { readCatalogue } from '../../platform/catalogue/catalogue.ts'
import { content, nothing, type ServiceApp } from '../../platform/contract.ts'
import { createMessageCatalogues } from '../../platform/messageCatalogues.ts'
import { chooseLocale } from '../../platform/messages.ts'
import { createPageMessages } from '../../platform/pageMessages.ts'
import type { Platform } from '../../platform/platform.ts'
import { answer } from '../answer.ts'
import { contactPage, privacyPage, termsPage } from './legalPages.ts'
import { questionsPage } from './questions.ts'
import { reorderPage, shopPage } from './shopPages.ts'
import { addressOf, type SiteContext, type SitePage } from './sitePage.ts'
import { renderSitePage, sitePageHeaders } from './siteDocument.ts'

const config = { access: 'public' } as const

/** A page: its path at the hosts of brands, which of a brand's links leads to the page, and what the page shows. */
interface SiteRoute {
  readonly path: string
  readonly link: keyof Links
  readonly what: string
  readonly render: (context: SiteContext) => SitePage
}

function siteRoutes(): readonly SiteRoute[] {
  const catalogue = readCatalogue()
  return [
    { path: '/help', link: 'faq', what: 'the frequent questions', render: questionsPage },
    { path: '/help/contact', link: 'customerCare', what: 'how to reach the seller', render: contactPage },
    { path: '/help/terms', link: 'terms', what: 'the terms of the demonstration', render: termsPage },
    { path: '/help/privacy', link: 'privacy', what: 'what the product stores', render: privacyPage },
    {
      path: '/shop',
      link: 'storeFront',
      what: 'the products of the demonstration',
      render: (context) => shopPage(context, catalogue),
    },
    {
      path: '/shop/reorder/:code',
      link: 'storeFront',
      what: 'that the demonstration has no basket',
      render: reorderPage,
    },
  ]
}

const querystring = z.looseObject({ stripped: z.string().optional() })

/**
 * Registers our own public pages of brands. If a brand links to a page of its own, the answer redirects there instead.
 * @param sendUnknownHost answers a host of no brand
 */
export function registerSitePages(
  app: ServiceApp,
  { brands, config: settings }: Pick<Platform, 'brands' | 'config'>,
  sendUnknownHost: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const readMessages = createPageMessages(createMessageCatalogues(settings.localesDir))
  for (const { path, link, what, render } of siteRoutes()) {
    const schema = {
      summary: `Shows ${what}`,
      description:
        'The host determines the brand, and `Accept-Language` the language. With `stripped`, the page has no header and no footer.',
      querystring,
      response: {
        200: content('text/html', 'The page'),
        302: nothing,
        304: nothing,
        404: content('text/html', 'No brand has this host'),
      },
    }
    app.get(`/pages${path}`, { config, schema }, async (request, reply) => {
      const brand = brands.atHost(request.host)
      if (!brand) return sendUnknownHost(request, reply)
      const acceptLanguage = request.headers['accept-language']
      const locale = chooseLocale(brand, { uiLocales: undefined, acceptLanguage })
      const leads = redirectOf(request, brand, { link, locale, path })
      if (leads !== null) return reply.header('cache-control', 'no-store').redirect(leads, 302)
      const isStripped = isStrippedQuery(request.query.stripped)
      const context: SiteContext = { brand, messages: await readMessages(locale), config: settings, isStripped }
      const body = renderSitePage(context, render(context))
      reply.headers(sitePageHeaders(brand))
      return answer(request, reply, { type: 'text/html; charset=utf-8', body, maxAgeSeconds: 0 })
    })
  }
}

/** Where a request is redirected: to the brand's own page, or to ours in stripped mode. Null: no redirect. */
function redirectOf(
  request: FastifyRequest,
  brand: Brand,
  { link, locale, path }: Pick<SiteRoute, 'link' | 'path'> & { readonly locale: string },
): string | null {
  const address = writtenLinksIn(brand, locale)[link]
  const base = path.replace('/reorder/:code', '')
  if (address.split(/[?#]/)[0]?.replace(/\/+$/, '') !== base) return address
  const { pathname, search } = new URL(request.url, 'http://host')
  const hasMode = new URLSearchParams(search).has('stripped')
  if (hasMode || !comesFromStripped(request)) return null
  return addressOf({ isStripped: true }, pathname.replace(/^.*?\/pages/, '') + search)
}

/** True for `?stripped` with any value but `false`, as in the client. */
function isStrippedQuery(value: string | undefined): boolean {
  return value !== undefined && value !== 'false'
}

/**
 * True if a page of ours in stripped mode links here. The client's links to the pages of a brand do not have
 * `?stripped`, because a page at another host would not know it.
 */
function comesFromStripped({ headers: { referer }, host }: FastifyRequest): boolean {
  if (referer === undefined || !URL.canParse(referer)) return false
  const url = new URL(referer)
  return url.host === host && isStrippedQuery(url.searchParams.get('stripped') ?? undefined)
}

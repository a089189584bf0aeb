import { writtenLinksIn } from '../../platform/brands/brand.ts'
import { type Content, html } from '../../platform/html.ts'
import { linked, type SiteContext, type SitePage } from './sitePage.ts'

const deletion = '/settings/delete-account'

/** Who sells, and how to reach them. */
export function contactPage(context: SiteContext): SitePage {
  const { brand, messages } = context
  const { seller } = brand
  const title = messages.text('help.contact.title')
  const { faq } = writtenLinksIn(brand, messages.locale)
  const country = new Intl.DisplayNames(messages.locale, { type: 'region' }).of(seller.country) ?? seller.country
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">${linked(context, 'help.contact.lead', { faq })}</p>
      <p>${linked(context, 'help.contact.order', { orders: '/orders' })}</p>
      <dl>
        <dt>${messages.text('help.contact.company')}</dt>
        <dd>${seller.name}</dd>
        <dt>${messages.text('help.contact.address')}</dt>
        <dd>
          <address>${seller.street}<br />${seller.postalCode} ${seller.city}<br />${country}</address>
        </dd>
        <dt>${messages.text('help.contact.email')}</dt>
        <dd><a href="mailto:${seller.email}">${seller.email}</a></dd>
      </dl>
      <p class="note">${messages.text('help.contact.demo', { brand: brand.name })}</p>`,
  }
}

/** The terms of the demonstration. */
export function termsPage(context: SiteContext): SitePage {
  const { brand, messages } = context
  const title = messages.text('footer.terms')
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">${messages.text('help.terms.lead', { brand: brand.name, seller: brand.seller.name })}</p>
      ${section(context, 'help.terms.orders', messages.text('help.terms.ordersText'))}
      ${section(context, 'help.terms.photos', messages.text('help.terms.photosText'))}
      ${section(context, 'help.terms.end', linked(context, 'help.terms.endText', { deletion }))}`,
  }
}

/** What the product stores, and for how long. It must stay true: docs/decisions/0565. */
export function privacyPage(context: SiteContext): SitePage {
  const { brand, messages } = context
  const text = (id: string, values = {}) => messages.text(id, values)
  const title = text('consent.privacy')
  const { trashDays: days, consentScript, feedbackScript } = brand
  const loadsNothing = [consentScript, feedbackScript].every((url) => url === null || url.startsWith('/'))
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">${text('help.privacy.lead', { brand: brand.name })}</p>
      ${section(context, 'help.privacy.account', text('help.privacy.accountText'))}
      ${section(
        context,
        'help.privacy.photos',
        days === 0 ? text('help.privacy.photosTextNoTrash') : text('help.privacy.photosText', { days }),
      )}
      ${section(context, 'help.privacy.orders', text('help.privacy.ordersText'))}
      ${section(context, 'help.privacy.cookies', text('help.privacy.cookiesText'))}
      ${section(
        context,
        'help.privacy.counts',
        linked(context, 'help.privacy.countsText', { cookies: '/settings/cookies' }),
      )}
      ${
        feedbackScript?.startsWith('/') === true &&
        section(context, 'help.privacy.feedback', text('help.privacy.feedbackText'))
      }
      ${section(context, 'help.privacy.abuse', text('help.privacy.abuseText'))}
      ${loadsNothing && section(context, 'help.privacy.others', text('help.privacy.othersText'))}
      ${section(
        context,
        'help.privacy.rights',
        linked(context, 'help.privacy.rightsText', { download: '/settings/download-data', deletion }),
      )}`,
  }
}

function section({ messages }: SiteContext, titleId: string, content: Content): Content {
  return html`<section>
    <h2>${messages.text(titleId)}</h2>
    <p>${content}</p>
  </section>`
}

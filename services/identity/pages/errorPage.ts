import { type Html, html } from './html.ts'
import { type Look, page } from './layout.ts'

/** What went wrong, as far as it makes a difference to the one who sees it. */
export type PageError = 'expired' | 'request' | 'unavailable'

/**
 * Says what to do next, and nothing of what was sent to us.
 * @param reference what to tell customer care, so that the log can be found
 */
export function errorPage(look: Look, error: PageError, reference: string): Html {
  const { messages } = look
  const title = messages.text(`identity.error.${error}Title`)
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text(`identity.error.${error}`)}</p>
    <div class="actions"><a class="primary" href="${look.homeUrl}">${messages.text('identity.error.home')}</a></div>
    <p class="reference">${messages.text('identity.error.reference', { reference })}</p>`
  return page(look, { title, content })
}

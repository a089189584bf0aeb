import { lockedNotice } from './fields.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/** What went wrong, in the categories that matter to the visitor. */
export type PageError = 'expired' | 'request' | 'unavailable'

/**
 * Tells the visitor what to do next. Repeats nothing from the request.
 * @param reference for customer care, to find the failure in the log
 * @param reason why a client's request was refused, for the developers of the client
 */
export function errorPage(context: PageContext, error: PageError, reference: string, reason?: string): Html {
  const { messages } = context
  const title = messages.text(`identity.error.${error}Title`)
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text(`identity.error.${error}`)}</p>
    <div class="actions"><a class="primary" href="${context.homeUrl}">${messages.text('identity.error.home')}</a></div>
    <p class="reference">${messages.text('identity.error.reference', { reference })}</p>
    ${
      reason !== undefined &&
      html`<p class="reference">
        ${messages.rich('identity.error.forDevelopers', { reason: () => html`<bdi lang="en">${reason}</bdi>` })}
      </p>`
    }`
  return page(context, { title, content })
}

/**
 * Says that the visitor's network sends too many requests, and how long to wait.
 * @param reference for customer care, to find the request in the log
 */
export function tooManyRequestsPage(context: PageContext, seconds: number, reference: string): Html {
  const { messages } = context
  const title = messages.text('identity.tooManyRequests.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.tooManyRequests.lead')}</p>
    ${lockedNotice(messages, 'identity.tooManyRequests.wait', seconds)}
    <div class="actions"><a class="primary" href="">${messages.text('identity.tooManyRequests.again')}</a></div>
    <p class="reference">${messages.text('identity.error.reference', { reference })}</p>`
  return page(context, { title, content })
}

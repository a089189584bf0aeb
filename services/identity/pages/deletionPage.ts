import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/**
 * Says that the deletion of the account is scheduled, and offers to undo it. The page is shown after a sign-in, because
 * the customer can do nothing else with such an account.
 * @param form.token proves that the visitor has just signed in to the account
 */
export function deletionPage(
  context: PageContext,
  form: { readonly action: string; readonly token: string; readonly deletesAt: Date },
): Html {
  const { messages, brand } = context
  const title = messages.text('identity.deletion.title')
  const date = new Intl.DateTimeFormat(messages.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(form.deletesAt)
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.deletion.lead', { brand: brand.name, date })}</p>
    <p class="lead">${messages.text('identity.deletion.undoMeans')}</p>
    <form method="post" action="${form.action}">
      <input type="hidden" name="token" value="${form.token}" />
      <button class="primary" type="submit">${messages.text('identity.deletion.undo')}</button>
      <a class="secondary" href="${context.homeUrl}">${messages.text('identity.deletion.leave')}</a>
    </form>`
  return page(context, { title, content })
}

/** Says that the deletion has begun, so that it cannot be undone any more. */
export function deletionBegunPage(context: PageContext): Html {
  const { messages } = context
  const title = messages.text('identity.deletion.begunTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.deletion.begun')}</p>
    <div class="actions"><a class="primary" href="${context.homeUrl}">${messages.text('identity.error.home')}</a></div>`
  return page(context, { title, failed: true, content })
}

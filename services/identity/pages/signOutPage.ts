import { type Html, html, ownMarkup } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/**
 * Asks for confirmation before signing out.
 * @param form the OpenID provider's form, with the secret that proves that the answer comes from this page
 * @param atOnce true if the request comes from a site where this visitor is signed in: a script then submits the form
 */
export function signOutPage(context: PageContext, form: string, atOnce: boolean): Html {
  const { messages, brand } = context
  const title = messages.text('identity.signOut.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.signOut.lead', { brand: brand.name })}</p>
    ${ownMarkup(form)}
    <div class="actions">
      <button
        class="primary"
        type="submit"
        form="op.logoutForm"
        name="logout"
        value="yes"
        ${atOnce && html`data-at-once`}
      >
        ${messages.text('identity.signOut.submit')}
      </button>
      <a class="secondary" href="${context.homeUrl}">${messages.text('identity.signOut.stay')}</a>
    </div>`
  return page(context, { title, content })
}

export function signedOutPage(context: PageContext): Html {
  const { messages } = context
  const title = messages.text('identity.signedOut.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.signedOut.lead')}</p>
    <div class="actions">
      <a class="primary" href="${context.homeUrl}">${messages.text('identity.signedOut.again')}</a>
    </div>`
  return page(context, { title, content })
}

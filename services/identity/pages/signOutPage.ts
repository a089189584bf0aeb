import { type Html, html, ownMarkup } from './html.ts'
import { type Look, page } from './layout.ts'

/**
 * Asks whether to sign out.
 * @param form the provider's form, with the secret that proves that the answer comes from this page
 * @param atOnce whether the one who asks has proved to be the site that one is signed in to: then the script answers
 */
export function signOutPage(look: Look, form: string, atOnce: boolean): Html {
  const { messages, brand } = look
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
      <a class="secondary" href="${look.homeUrl}">${messages.text('identity.signOut.stay')}</a>
    </div>`
  return page(look, { title, content })
}

export function signedOutPage(look: Look): Html {
  const { messages } = look
  const title = messages.text('identity.signedOut.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.signedOut.lead')}</p>
    <div class="actions">
      <a class="primary" href="${look.homeUrl}">${messages.text('identity.signedOut.again')}</a>
    </div>`
  return page(look, { title, content })
}

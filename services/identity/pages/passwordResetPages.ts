import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'
import { type NewPasswordForm, newPasswordPage } from './newPasswordForm.ts'

/** Asks for the new password of an account. */
export function passwordResetPage(context: PageContext, form: NewPasswordForm): Html {
  const { messages } = context
  return newPasswordPage(context, form, {
    title: messages.text('identity.passwordReset.title'),
    lead: messages.text('identity.passwordReset.lead', { email: form.email }),
    submit: messages.text('identity.passwordReset.submit'),
  })
}

/** Says that the account has the new password. */
export function passwordChangedPage(context: PageContext): Html {
  const { messages } = context
  const title = messages.text('identity.passwordReset.doneTitle')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.passwordReset.done')}</p>
    <div class="actions">
      <a class="primary" href="${context.homeUrl}">${messages.text('identity.signIn.title')}</a>
    </div>`
  return page(context, { title, content })
}

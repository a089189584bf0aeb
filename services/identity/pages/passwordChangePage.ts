import { type FormRefusal, formNotice, isRefused, newPasswordField, textField } from './fields.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/** The form that changes the password of a customer who is signed in. */
export interface PasswordChangeForm extends FormRefusal {
  readonly action: string
  /** The address of the account. Password managers store the password for it. */
  readonly email: string
  /** Where a customer who has forgotten the current password can choose a new one. */
  readonly resetPath: string
}

/** Asks for the current password and a new one. Neither is ever sent back to the browser. */
export function passwordChangePage(context: PageContext, form: PasswordChangeForm): Html {
  const { messages } = context
  const { problems } = form
  const failed = isRefused(form)
  const title = messages.text('identity.passwordChange.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.passwordChange.lead')}</p>
    ${formNotice(messages, form, 'identity.problem.locked')}
    <form method="post" action="${form.action}" novalidate>
      <p class="account">${messages.text('identity.newPasskey.account', { email: form.email })}</p>
      <input type="hidden" name="username" value="${form.email}" autocomplete="username" />
      ${textField(messages, {
        name: 'currentPassword',
        type: 'password',
        label: messages.text('identity.passwordChange.current'),
        value: '',
        autocomplete: 'current-password',
        autofocus: !failed,
        problems,
      })}
      ${newPasswordField(messages, messages.text('identity.newPassword.password'), { problems })}
      <button class="primary" type="submit">${messages.text('identity.passwordReset.submit')}</button>
    </form>
    <form method="post" action="${form.action}">
      <button class="secondary" type="submit" name="skip" value="yes">
        ${messages.text('identity.passwordChange.keep')}
      </button>
    </form>
    <p class="other">
      ${messages.rich('identity.signIn.reset', { link: (text) => html`<a href="${form.resetPath}">${text}</a>` })}
    </p>`
  return page(context, { title, failed, content })
}

import { type FieldProblem, passwordLength } from '../registration.ts'
import { lockedNotice, problemSummary, textField } from './fields.ts'
import { type Html, html } from './html.ts'
import { type PageContext, page } from './layout.ts'

/** The form that changes the password of a customer who is signed in. */
export interface PasswordChangeForm {
  readonly action: string
  /** The address of the account. Password managers store the password for it. */
  readonly email: string
  /** Where a customer who has forgotten the current password can choose a new one. */
  readonly resetPath: string
  readonly problems: readonly FieldProblem[]
  /** How long to wait (s) after too many wrong passwords; otherwise null. */
  readonly lockedSeconds: number | null
}

/** Asks for the current password and a new one. Neither is ever sent back to the browser. */
export function passwordChangePage(context: PageContext, form: PasswordChangeForm): Html {
  const { messages } = context
  const { problems, lockedSeconds } = form
  const failed = problems.length > 0 || lockedSeconds !== null
  const title = messages.text('identity.passwordChange.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.passwordChange.lead')}</p>
    ${
      lockedSeconds === null
        ? problemSummary(messages, problems)
        : lockedNotice(messages, 'identity.problem.locked', lockedSeconds)
    }
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
      ${textField(messages, {
        name: 'password',
        type: 'password',
        label: messages.text('identity.newPassword.password'),
        hint: messages.text('identity.password.hint', passwordLength),
        value: '',
        autocomplete: 'new-password',
        problems,
      })}
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

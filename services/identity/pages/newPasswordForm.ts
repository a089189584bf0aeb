import { type FieldProblem, passwordLength } from '../registration.ts'
import { lockedNotice, problemSummary, textField } from './fields.ts'
import { type Html, html } from './html.ts'
import { type PageContext, page } from './layout.ts'

/** A form that sets a new password by a mailed link. */
export interface NewPasswordForm {
  readonly action: string
  /** The address of the account. Password managers store the password for it. */
  readonly email: string
  readonly problems: readonly FieldProblem[]
  /** How long to wait (s) if this network has sent the form too often; otherwise null. */
  readonly lockedSeconds: number | null
}

/** The texts around the form. */
export interface NewPasswordTexts {
  readonly title: string
  readonly lead: string
  readonly submit: string
}

/** Asks for a new password. Opening the page changes nothing, because programs that check mails open every link. */
export function newPasswordPage(context: PageContext, form: NewPasswordForm, texts: NewPasswordTexts): Html {
  const { messages } = context
  const failed = form.problems.length > 0 || form.lockedSeconds !== null
  const content = html` <h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${
      form.lockedSeconds === null
        ? problemSummary(messages, form.problems)
        : lockedNotice(messages, 'identity.newPassword.locked', form.lockedSeconds)
    }
    <form method="post" action="${form.action}" novalidate>
      <input type="hidden" name="username" value="${form.email}" autocomplete="username" />
      ${textField(messages, {
        name: 'password',
        type: 'password',
        label: messages.text('identity.newPassword.password'),
        hint: messages.text('identity.password.hint', passwordLength),
        value: '',
        autocomplete: 'new-password',
        autofocus: !failed,
        problems: form.problems,
      })}
      <button class="primary" type="submit">${texts.submit}</button>
    </form>`
  return page(context, { title: texts.title, failed, content })
}

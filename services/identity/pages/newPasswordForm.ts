import { type FormRefusal, formNotice, isRefused, newPasswordField } from './fields.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/** A form that sets a new password by a mailed link. */
export interface NewPasswordForm extends FormRefusal {
  readonly action: string
  /** The address of the account. Password managers store the password for it. */
  readonly email: string
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
  const failed = isRefused(form)
  const content = html` <h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    ${formNotice(messages, form, 'identity.newPassword.locked')}
    <form method="post" action="${form.action}" novalidate>
      <input type="hidden" name="username" value="${form.email}" autocomplete="username" />
      ${newPasswordField(messages, messages.text('identity.newPassword.password'), {
        autofocus: !failed,
        problems: form.problems,
      })}
      <button class="primary" type="submit">${texts.submit}</button>
    </form>`
  return page(context, { title: texts.title, failed, content })
}

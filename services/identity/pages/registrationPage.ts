import { linksIn } from '../../platform/brands/brand.ts'
import { type FormRefusal, formNotice, isRefused, newPasswordField, problemText, textField } from './fields.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

export interface RegistrationPage extends FormRefusal {
  readonly registrationPath: string
  readonly signInPath: string
  readonly name: string
  readonly email: string
  readonly terms: boolean
}

/** The registration form. Keeps what was typed, except the password. */
export function registrationPage(context: PageContext, form: RegistrationPage): Html {
  const { messages, brand } = context
  const { problems } = form
  const failed = isRefused(form)
  const content = html` <h1>${messages.text('identity.registration.title')}</h1>
    <p class="lead">${messages.text('identity.registration.lead', { brand: brand.name })}</p>
    ${formNotice(messages, form, 'identity.problem.registrationLocked')}
    <form method="post" action="${form.registrationPath}" novalidate>
      ${textField(messages, {
        name: 'name',
        type: 'text',
        label: messages.text('identity.field.name'),
        value: form.name,
        autocomplete: 'name',
        autofocus: !failed,
        problems,
      })}
      ${textField(messages, {
        name: 'email',
        type: 'email',
        label: messages.text('identity.field.email'),
        value: form.email,
        autocomplete: 'username',
        problems,
      })}
      ${newPasswordField(messages, messages.text('identity.field.password'), { problems })} ${termsField(context, form)}
      <button class="primary" type="submit">${messages.text('identity.registration.submit')}</button>
    </form>
    <p class="other">
      ${messages.rich('identity.registration.signIn', {
        link: (text) => html`<a href="${form.signInPath}">${text}</a>`,
      })}
    </p>`
  return page(context, { title: messages.text('identity.registration.title'), failed, content })
}

function termsField({ messages, brand }: PageContext, form: RegistrationPage): Html {
  const problem = form.problems.find(({ field }) => field === 'terms')
  const { terms, privacy } = linksIn(brand, messages.locale)
  return html`<div class="field">
    ${problem !== undefined && problemText(messages, problem)}
    <div class="check">
      <input
        id="terms"
        name="terms"
        type="checkbox"
        value="yes"
        required
        ${form.terms && html`checked`}
        ${problem !== undefined && html`aria-invalid="true" aria-describedby="terms-problem"`}
      />
      <label for="terms"
        >${messages.rich('identity.registration.terms', {
          terms: (text) => html`<a href="${terms}" target="_blank" rel="noopener">${text}</a>`,
          privacy: (text) => html`<a href="${privacy}" target="_blank" rel="noopener">${text}</a>`,
        })}</label
      >
    </div>
  </div>`
}

import { type FieldProblem, passwordLength } from '../registration.ts'
import { lockedNotice, problemSummary, problemText, textField } from './fields.ts'
import { type Html, html } from './html.ts'
import { isWebUrl, type PageContext, page } from './layout.ts'

export interface RegistrationPage {
  readonly action: string
  readonly signInPath: string
  readonly name: string
  readonly email: string
  readonly terms: boolean
  readonly problems: readonly FieldProblem[]
  /** Set if this network address has registered too many accounts: how long to wait. */
  readonly lockedSeconds: number | null
}

/** The registration form. Keeps what was typed, except the password. */
export function registrationPage(context: PageContext, form: RegistrationPage): Html {
  const { messages, brand } = context
  const { problems } = form
  const failed = problems.length > 0 || form.lockedSeconds !== null
  const content = html` <h1>${messages.text('identity.registration.title')}</h1>
    <p class="lead">${messages.text('identity.registration.lead', { brand: brand.name })}</p>
    ${
      form.lockedSeconds === null
        ? problemSummary(messages, problems)
        : lockedNotice(messages, 'identity.problem.registrationLocked', form.lockedSeconds)
    }
    <form method="post" action="${form.action}" novalidate>
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
      ${textField(messages, {
        name: 'password',
        type: 'password',
        label: messages.text('identity.field.password'),
        hint: messages.text('identity.password.hint', passwordLength),
        value: '',
        autocomplete: 'new-password',
        problems,
      })}
      ${termsField(context, form)}
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
  const { terms, privacy } = brand.links
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
          terms: (text) =>
            isWebUrl(terms) ? html`<a href="${terms}" target="_blank" rel="noopener">${text}</a>` : html`${text}`,
          privacy: (text) =>
            isWebUrl(privacy) ? html`<a href="${privacy}" target="_blank" rel="noopener">${text}</a>` : html`${text}`,
        })}</label
      >
    </div>
  </div>`
}

import type { Messages } from '../../platform/messages.ts'
import type { FieldProblem } from '../registration.ts'
import { lockedNotice, problemSummary, textField } from './fields.ts'
import { type Content, type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'
import { type PasskeyForm, passkeySignIn } from './passkeyPages.ts'

export interface DemoEntry {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly business: boolean
}

export interface SignInPage {
  /** The path of this page, and the target of its form. */
  readonly action: string
  readonly registrationPath: string
  /** Where the visitor can choose a new password. */
  readonly resetPath: string
  /** Where the visitor can request a link by mail. */
  readonly linkPath: string
  readonly email: string
  readonly problem: SignInProblem | null
  readonly passkey: PasskeyForm
  readonly demo: readonly DemoEntry[]
}

export type SignInProblem =
  | { readonly code: 'emailMissing' | 'passwordMissing' | 'credentials' | 'passkey' | 'passkeyExpired' }
  | {
      readonly code: 'locked'
      readonly seconds: number
      /** True if a link by mail ends the wait. */
      readonly linkHelps: boolean
    }

/** The sign-in form. Keeps what was typed, except the password. */
export function signInPage(context: PageContext, form: SignInPage): Html {
  const { messages, brand } = context
  const problems = fieldProblems(form.problem)
  // Wrong credentials are not shown at a field, because that would reveal which of the two fields is wrong.
  const shownAtFields = problems.filter(({ code }) => code === 'emailMissing' || code === 'passwordMissing')
  const content = html` <h1>${messages.text('identity.signIn.title')}</h1>
    <p class="lead">${messages.text('identity.signIn.lead', { brand: brand.name })}</p>
    ${form.problem?.code === 'locked' ? waitNotice(messages, form.linkPath, form.problem) : problemSummary(messages, problems)}
    <form method="post" action="${form.action}" novalidate>
      ${textField(messages, {
        name: 'email',
        type: 'email',
        label: messages.text('identity.field.email'),
        value: form.email,
        autocomplete: 'username webauthn',
        autofocus: form.problem === null && form.email === '',
        problems: shownAtFields,
      })}
      ${textField(messages, {
        name: 'password',
        type: 'password',
        label: messages.text('identity.field.password'),
        value: '',
        autocomplete: 'current-password',
        autofocus: form.problem === null && form.email !== '',
        problems: shownAtFields,
      })}
      <button class="primary" type="submit">${messages.text('identity.signIn.submit')}</button>
    </form>
    ${passkeySignIn(context, form.passkey)}
    <p class="other">
      ${messages.rich('identity.signIn.reset', { link: (text) => html`<a href="${form.resetPath}">${text}</a>` })}
    </p>
    <p class="other">
      ${messages.rich('identity.signIn.register', {
        link: (text) => html`<a href="${form.registrationPath}">${text}</a>`,
      })}
    </p>
    <p class="other">
      ${messages.rich('identity.signIn.link', { link: (text) => html`<a href="${form.linkPath}">${text}</a>` })}
    </p>
    <p class="other">
      ${messages.rich('identity.signIn.start', { link: (text) => html`<a href="${context.homeUrl}start">${text}</a>` })}
    </p>
    ${form.demo.length > 0 && demoAccounts(context, form.demo)}`
  const title = messages.text('identity.signIn.title')
  return page(context, { title, failed: form.problem !== null, hasPasskeys: true, content })
}

function waitNotice(
  messages: Messages,
  linkPath: string,
  { seconds, linkHelps }: { readonly seconds: number; readonly linkHelps: boolean },
): Html {
  const advice = messages.rich('identity.problem.lockedLink', {
    link: (text) => html`<a href="${linkPath}">${text}</a>`,
  })
  return lockedNotice(messages, 'identity.problem.locked', seconds, linkHelps ? advice : null)
}

function fieldProblems(problem: SignInProblem | null): FieldProblem[] {
  if (problem === null || problem.code === 'locked') return []
  return [{ field: problem.code === 'passwordMissing' ? 'password' : 'email', code: problem.code }]
}

function demoAccounts({ messages }: PageContext, accounts: readonly DemoEntry[]): Content {
  return html`<section class="demo" aria-labelledby="demo-title">
    <h2 id="demo-title">${messages.text('identity.demo.title')}</h2>
    <p class="hint">${messages.text('identity.demo.hint')}</p>
    <ul>
      ${accounts.map(
        ({ name, email, password, business }) =>
          html`<li>
            <div>
              <span class="demo-name"
                >${name}${business && html` <span class="badge">${messages.text('identity.demo.business')}</span>`}</span
              >
              <span class="demo-credentials"><span>${email}</span> <code>${password}</code></span>
            </div>
            <button
              type="button"
              class="secondary"
              hidden
              data-email="${email}"
              data-password="${password}"
              aria-label="${messages.text('identity.demo.useNamed', { name })}"
            >
              ${messages.text('identity.demo.use')}
            </button>
          </li>`,
      )}
    </ul>
  </section>`
}

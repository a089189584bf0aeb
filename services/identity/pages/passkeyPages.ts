import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { longestPasskeyName } from '../../../schema/rules/passkeyName.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/** The form that signs in with a passkey. */
export interface PasskeyForm {
  readonly action: string
  readonly options: PublicKeyCredentialRequestOptionsJSON
}

/**
 * The button below the password form. The script shows it if the browser supports passkeys, and offers the passkeys in
 * the list of suggestions of the e-mail field too.
 */
export function passkeySignIn({ messages }: PageContext, { action, options }: PasskeyForm): Html {
  return html`<form
    class="passkey"
    method="post"
    action="${action}"
    hidden
    data-passkey="use"
    data-options="${JSON.stringify(options)}"
  >
    <input type="hidden" name="answer" />
    <button class="secondary" type="submit">${messages.text('identity.passkey.signIn')}</button>
    <p class="hint" role="status" data-passkey-unused="${messages.text('identity.passkey.unused')}"></p>
  </form>`
}

/** Why a passkey was not added. */
export type NewPasskeyProblem = 'notCreated' | 'tooMany'

export interface NewPasskeyPage {
  readonly action: string
  readonly email: string
  /** The suggested name. */
  readonly name: string
  readonly options: PublicKeyCredentialCreationOptionsJSON
  readonly problem: NewPasskeyProblem | null
}

/** Asks for the name of a passkey, and lets the browser create it. */
export function newPasskeyPage(context: PageContext, form: NewPasskeyPage): Html {
  const { messages, brand } = context
  const title = messages.text('identity.newPasskey.title')
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.newPasskey.lead', { brand: brand.name })}</p>
    ${form.problem !== null && problemNotice(context, form.problem)}
    <form
      method="post"
      action="${form.action}"
      hidden
      data-passkey="create"
      data-options="${JSON.stringify(form.options)}"
    >
      <p class="account">${messages.text('identity.newPasskey.account', { email: form.email })}</p>
      <div class="field">
        <label for="name">${messages.text('identity.newPasskey.name')}</label>
        <p class="hint" id="name-hint">${messages.text('identity.newPasskey.nameHint')}</p>
        <input
          id="name"
          name="name"
          type="text"
          value="${form.name}"
          maxlength="${longestPasskeyName}"
          autocomplete="off"
          aria-describedby="name-hint"
        />
      </div>
      <input type="hidden" name="answer" />
      <button class="primary" type="submit">${messages.text('identity.newPasskey.submit')}</button>
      <p
        class="hint"
        role="status"
        data-passkey-unused="${messages.text('identity.newPasskey.unused')}"
        data-passkey-known="${messages.text('identity.newPasskey.known')}"
      ></p>
    </form>
    <p class="problems" hidden data-passkey-unsupported>${messages.text('identity.newPasskey.unsupported')}</p>
    <noscript><p class="problems">${messages.text('identity.newPasskey.unsupported')}</p></noscript>
    <form method="post" action="${form.action}">
      <button class="secondary" type="submit" name="skip" value="yes">
        ${messages.text('identity.newPasskey.skip')}
      </button>
    </form>`
  return page(context, { title, failed: form.problem !== null, hasPasskeys: true, content })
}

function problemNotice({ messages }: PageContext, problem: NewPasskeyProblem): Html {
  const text = messages.text(problem === 'tooMany' ? 'identity.newPasskey.tooMany' : 'identity.newPasskey.notCreated')
  return html`<p class="problems" role="alert" tabindex="-1" autofocus data-problems>${text}</p>`
}

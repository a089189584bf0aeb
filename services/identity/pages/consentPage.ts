import type { ApiScope } from '../../../schema/rules/scopes.ts'
import { type Html, html } from '../../platform/html.ts'
import { type PageContext, page } from './layout.ts'

/** What the page shows about an app that wants to use an account. */
export interface ConsentForm {
  readonly action: string
  /** The name of the app. */
  readonly app: string
  /** Where the customer returns to: a host, or null for a program on the device. */
  readonly host: string | null
  readonly homepage: string | null
  readonly email: string
  /** What the app asks for. */
  readonly scopes: readonly ApiScope[]
  /** Whether the app also learns the customer's name. */
  readonly asksName: boolean
  /** Whether the app keeps its access when the customer signs out in the browser. */
  readonly isLasting: boolean
}

const sentences: Readonly<Record<ApiScope, string>> = {
  'photos:read': 'apps.scope.photosRead',
  'photos:write': 'apps.scope.photosWrite',
  'photos:delete': 'apps.scope.photosDelete',
  'orders:read': 'apps.scope.ordersRead',
  'orders:write': 'apps.scope.ordersWrite',
  account: 'apps.scope.account',
}

/** Asks a customer whether an app may use the account. */
export function consentPage(context: PageContext, form: ConsentForm): Html {
  const { messages, brand } = context
  const title = messages.text('identity.consent.title', { app: form.app })
  const content = html` <h1>${title}</h1>
    <p class="lead">${messages.text('identity.consent.lead', { app: form.app, brand: brand.name })}</p>
    <p class="account">${messages.text('identity.newPasskey.account', { email: form.email })}</p>
    <p>${messages.text('identity.consent.may', { app: form.app })}</p>
    <ul class="allowed">
      <li>${messages.text(form.asksName ? 'apps.scope.nameAndEmail' : 'apps.scope.email')}</li>
      ${form.scopes.map((scope) => html`<li>${messages.text(sentences[scope])}</li>`)}
    </ul>
    <p class="hint">
      ${messages.text(form.isLasting ? 'identity.consent.lasting' : 'identity.consent.untilSignOut')}
      ${
        form.host === null
          ? messages.text('identity.consent.onDevice')
          : messages.text('identity.consent.returnsTo', { host: form.host })
      }
    </p>
    <form method="post" action="${form.action}">
      <div class="actions">
        <button class="primary" type="submit" name="answer" value="allow">
          ${messages.text('identity.consent.allow')}
        </button>
        <button class="secondary" type="submit" name="answer" value="refuse">
          ${messages.text('identity.consent.refuse')}
        </button>
      </div>
    </form>
    ${
      form.homepage !== null &&
      html`<p class="other">
        <a href="${form.homepage}" target="_blank" rel="noreferrer"
          >${messages.text('identity.consent.about', { app: form.app })}</a
        >
      </p>`
    }`
  return page(context, { title, content })
}

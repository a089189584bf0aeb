import type { IntlShape } from 'react-intl'
import type { Environment } from 'relay-runtime'
import type { SignIn } from '../auth/SignIn.ts'
import type { PublicConfig } from './publicConfig.ts'

/**
 * The state of one sign-in. It is created when the page starts and lives as long as the page. Signing in as another
 * account loads the page again, so that no data of one account is visible to the next.
 */
export class Session {
  readonly config: PublicConfig
  /** The language of all texts, as a BCP 47 tag. */
  readonly locale: string
  readonly signIn: SignIn
  readonly environment: Environment
  #intl: IntlShape | null

  constructor(parts: Pick<Session, 'config' | 'locale' | 'signIn' | 'environment'> & { readonly intl?: IntlShape }) {
    this.config = parts.config
    this.locale = parts.locale
    this.signIn = parts.signIn
    this.environment = parts.environment
    this.#intl = parts.intl ?? null
  }

  /**
   * The texts in the customer's language. Routes' loaders must not read them, because loaders run while the messages
   * are loading.
   */
  get intl(): IntlShape {
    if (!this.#intl) throw new Error('The messages have not loaded yet')
    return this.#intl
  }

  set intl(intl: IntlShape) {
    this.#intl = intl
  }

  /** The id of the signed-in account; empty while the sign-in has not finished, and after signing out. */
  get accountId(): string {
    return this.signIn.session()?.accountId ?? ''
  }
}

/**
 * Defines one object per session. The object is created when it is first needed, and outlives the component that asked
 * for it.
 */
export function perSession<Value>(create: (session: Session) => Value): (session: Session) => Value {
  const values = new WeakMap<Session, { readonly value: Value }>()
  return (session) => {
    const known = values.get(session) ?? { value: create(session) }
    values.set(session, known)
    return known.value
  }
}

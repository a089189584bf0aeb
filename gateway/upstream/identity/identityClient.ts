import { asksForRecentSignIn } from '../../errors/recentSignIn.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { instantOf } from '../../instants.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireEmailChange,
  type WireSentMail,
  type WireDeletionState,
  type WirePasswordState,
  wireChangeAnswer,
  wireConfirmedDeletion,
  wireDeletionState,
  wireEmailChange,
  wireEmailState,
  wirePasswordState,
  wireSentMail,
} from './wire.ts'

/** The customer's identity, as the paths of the identity service name it. */
export interface Identity {
  readonly idpType: string
  readonly idpSub: string
}

/**
 * Why a request for another email address, or its confirmation, was refused. `retryAfter`: seconds to wait, if known.
 */
export type ChangeRefusal =
  | { readonly kind: 'inUse' | 'signInAgain' }
  | { readonly kind: 'tooMany'; readonly retryAfter: number | undefined }

const addressProblems = {
  INVALID_EMAIL: { kind: 'invalid' },
  EMAIL_UNCHANGED: { kind: 'unchanged' },
  MAIL_REFUSED: { kind: 'mailRefused' },
} as const

/** The mail server does not accept the mail. */
export type MailRefusal = (typeof addressProblems)['MAIL_REFUSED']

/** Why a new address is not allowed. */
export type AddressRefusal = (typeof addressProblems)[keyof typeof addressProblems]

const linkProblems = {
  TOKEN_USED: { kind: 'link', problem: 'USED' },
  TOKEN_EXPIRED: { kind: 'link', problem: 'EXPIRED' },
  TOKEN_UNKNOWN: { kind: 'link', problem: 'UNKNOWN' },
  TOKEN_OF_OTHER_ACCOUNT: { kind: 'link', problem: 'OTHER_ACCOUNT' },
} as const

/** Why a mailed link does not work. */
export type LinkRefusal = (typeof linkProblems)[keyof typeof linkProblems]

/** The identity service, on behalf of one customer. */
export class IdentityClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /**
   * Reads whether the customer has confirmed the email address; null if the service cannot confirm addresses.
   * @throws UpstreamError
   */
  async getEmailState(): Promise<'unconfirmed' | 'assumed' | 'confirmed' | null> {
    const call = { path: path`/email`, answer: wireEmailState }
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope)))?.state ?? null
  }

  /** Reads what is known about the password; null if the service cannot change it. @throws UpstreamError */
  async getPasswordState(): Promise<WirePasswordState | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/password`, answer: wirePasswordState }, this.#scope))
  }

  /**
   * Mails the link that confirms the address.
   * @throws UpstreamError, for example if the mail server is unavailable
   */
  sendConfirmationMail(locale: string): Promise<WireSentMail> {
    const call = { method: 'POST', path: path`/email/confirmation`, body: { locale }, answer: wireSentMail } as const
    return this.#upstream.call(call, this.#scope)
  }

  /** The pending change of the email address; null if no change is pending. @throws UpstreamError */
  getEmailChange({ idpType, idpSub }: Identity): Promise<WireEmailChange | null> {
    const call = { path: path`/v2/identities/${idpType}/${idpSub}/emailchanges`, answer: wireEmailChange }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /**
   * Mails a link to a new address.
   * @param locale the language of the mails
   * @returns null on success, otherwise the reason
   * @throws UpstreamError, for example if the mail server is unavailable
   */
  requestEmailChange(
    { idpType, idpSub }: Identity,
    email: string,
    locale: string,
  ): Promise<ChangeRefusal | AddressRefusal | null> {
    const call = {
      method: 'POST',
      path: path`/v2/identities/${idpType}/${idpSub}/emailchanges`,
      headers: { 'accept-language': locale },
      body: { email, channel },
      answer: wireChangeAnswer,
    } as const
    return refusalOf(this.#upstream.call(call, this.#scope), addressProblems)
  }

  /**
   * Changes the address, by the token of a mailed link. All sign-ins of the account end.
   * @returns null on success, otherwise the reason
   * @throws UpstreamError
   */
  confirmEmailChange(
    { idpType, idpSub }: Identity,
    token: string,
    locale: string,
  ): Promise<ChangeRefusal | LinkRefusal | null> {
    const call = {
      method: 'POST',
      path: path`/v2/identities/${idpType}/${idpSub}/emailchanges/${token}/actions/confirm`,
      headers: { 'accept-language': locale },
      answer: wireChangeAnswer,
    } as const
    return refusalOf(this.#upstream.call(call, this.#scope), linkProblems)
  }

  /** How long a deletion can be undone; null if the service does not say. @throws UpstreamError */
  getDeletionState({ idpType, idpSub }: Identity): Promise<WireDeletionState | null> {
    const call = { path: path`/v2/identities/${idpType}/${idpSub}/deleteaccount`, answer: wireDeletionState }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /**
   * Mails a link that confirms the deletion of the account.
   * @param locale the language of the mail
   * @returns null on success, otherwise the reason
   * @throws UpstreamError, for example if the mail server is unavailable
   */
  requestDeletion({ idpType, idpSub }: Identity, locale: string): Promise<ChangeRefusal | MailRefusal | null> {
    const call = {
      method: 'POST',
      path: path`/v2/identities/${idpType}/${idpSub}/deleteaccount`,
      headers: { 'accept-language': locale },
      body: { channel },
      answer: wireChangeAnswer,
    } as const
    return refusalOf(this.#upstream.call(call, this.#scope), { MAIL_REFUSED: addressProblems.MAIL_REFUSED })
  }

  /**
   * Confirms the deletion of the account, by the token of a mailed link. All sign-ins of the account end.
   * @returns until when it can be undone (null if the service does not say), or why it was refused
   * @throws UpstreamError
   */
  async confirmDeletion(
    { idpType, idpSub }: Identity,
    token: string,
    locale: string,
  ): Promise<ChangeRefusal | LinkRefusal | { readonly kind: 'confirmed'; readonly deletesAt: string | null }> {
    const call = {
      method: 'POST',
      path: path`/v2/identities/${idpType}/${idpSub}/deleteaccount/${token}/actions/confirm`,
      headers: { 'accept-language': locale },
      answer: wireChangeAnswer,
    } as const
    let deletesAt: string | null = null
    const confirm = async () => {
      const answer = await this.#upstream.call(call, this.#scope)
      if (wireConfirmedDeletion.accepts(answer)) deletesAt = instantOf(answer.deletesAt)
    }
    return (await refusalOf(confirm(), linkProblems)) ?? { kind: 'confirmed', deletesAt }
  }

  /** Cancels the pending change. @returns false if no change is pending @throws UpstreamError */
  async cancelEmailChange({ idpType, idpSub }: Identity): Promise<boolean> {
    const call = {
      method: 'DELETE',
      path: path`/v2/identities/${idpType}/${idpSub}/emailchanges`,
      answer: wireChangeAnswer,
      isRepeatable: true,
    } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => true))) ?? false
  }
}

/** The channel of our client. The specification does not say which values there are. */
const channel = 'web'

/**
 * Maps the failures that a customer can act on. The statuses suffice for a service that sends no problem codes.
 * @param own the refusals of this call only, by the code of the problem
 */
async function refusalOf<Own>(
  call: Promise<unknown>,
  own: Readonly<Record<string, Own>>,
): Promise<ChangeRefusal | Own | null> {
  try {
    await call
    return null
  } catch (error) {
    if (asksForRecentSignIn(error)) return { kind: 'signInAgain' }
    if (!(error instanceof UpstreamError)) throw error
    const known = own[error.problem ?? '']
    if (known) return known
    if (error.status === 409) return { kind: 'inUse' }
    if (error.code === 'RATE_LIMITED') return { kind: 'tooMany', retryAfter: error.retryAfter }
    throw error
  }
}

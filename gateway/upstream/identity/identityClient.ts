import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireSentMail, wireEmailState, wireSentMail } from './wire.ts'

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

  /**
   * Mails the link that confirms the address.
   * @throws UpstreamError also if the mail server is unavailable
   */
  sendConfirmationMail(locale: string): Promise<WireSentMail> {
    const call = { method: 'POST', path: path`/email/confirmation`, body: { locale }, answer: wireSentMail } as const
    return this.#upstream.call(call, this.#scope)
  }
}

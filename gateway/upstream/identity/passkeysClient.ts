import { asksForRecentSignIn } from '../../errors/recentSignIn.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { wireChangeAnswer, type WirePasskey, wirePasskeys } from './wire.ts'

/** The passkeys of one customer, from the identity service. The calls are our additions to the specification. */
export class PasskeysClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /** Lists the passkeys; null if the service does not support passkeys. @throws UpstreamError */
  async list(): Promise<readonly WirePasskey[] | null> {
    const call = { path: path`/passkeys`, answer: wirePasskeys }
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope)))?.passkeys ?? null
  }

  /** Renames a passkey. @returns null on success, otherwise the reason @throws UpstreamError */
  async rename(id: string, name: string): Promise<'notFound' | 'invalidName' | null> {
    const call = { method: 'PATCH', path: path`/passkeys/${id}`, body: { name }, answer: wireChangeAnswer } as const
    try {
      return await this.#change(call)
    } catch (error) {
      if (error instanceof UpstreamError && error.problem === 'INVALID_PASSKEY_NAME') return 'invalidName'
      throw error
    }
  }

  /**
   * Removes a passkey.
   * @param locale the language of the mail to its owner
   * @returns null on success, otherwise the reason
   * @throws UpstreamError
   */
  async remove(id: string, locale: string): Promise<'notFound' | 'signInAgain' | null> {
    const call = { method: 'DELETE', path: path`/passkeys/${id}`, query: { locale }, answer: wireChangeAnswer } as const
    try {
      return await this.#change(call)
    } catch (error) {
      if (asksForRecentSignIn(error)) return 'signInAgain'
      throw error
    }
  }

  async #change(call: Parameters<Upstream['call']>[0]): Promise<'notFound' | null> {
    const isDone = await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => true))
    return isDone ? null : 'notFound'
  }
}

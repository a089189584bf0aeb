import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { wireChangeAnswer, wireEndedSessions, type WireSession, wireSessions } from './wire.ts'

/** The sessions of one customer, from the identity service. The calls are our additions to the specification. */
export class SessionsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /** Lists the sessions; null if the service does not list them. @throws UpstreamError */
  async list(): Promise<readonly WireSession[] | null> {
    const call = { path: path`/sessions`, answer: wireSessions }
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope)))?.sessions ?? null
  }

  /** Ends a session. @returns false if there is no such session @throws UpstreamError */
  async end(id: string): Promise<boolean> {
    const call = { method: 'DELETE', path: path`/sessions/${id}`, answer: wireChangeAnswer } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => true))) ?? false
  }

  /** Ends all sessions except that of the access token. @returns how many have ended @throws UpstreamError */
  async endOthers(): Promise<number> {
    const call = { method: 'DELETE', path: path`/sessions`, answer: wireEndedSessions } as const
    return (await this.#upstream.call(call, this.#scope)).ended
  }
}

import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { wireChangeAnswer, type WireConnectedApp, wireConnectedApps } from './wire.ts'

/**
 * The apps that may use the account of one customer, from the identity service. The calls are our additions to the
 * specification.
 */
export class ConnectedAppsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /** Lists the apps; null if the service does not list them. @throws UpstreamError */
  async list(): Promise<readonly WireConnectedApp[] | null> {
    const call = { path: path`/connections`, answer: wireConnectedApps }
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope)))?.connections ?? null
  }

  /** Ends the access of an app. @returns false if the app is not connected @throws UpstreamError */
  async disconnect(id: string): Promise<boolean> {
    const call = { method: 'DELETE', path: path`/connections/${id}`, answer: wireChangeAnswer } as const
    return (await nullIfNotFound(this.#upstream.call(call, this.#scope).then(() => true))) ?? false
  }
}

import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import {
  type WireActivation,
  wireActivation,
  wireActivationStart,
  wireImportFailurePage,
  wireImportedAlbumPage,
} from './activationWire.ts'

/**
 * The calls that import a customer's library from an older system, which the service calls activation. Every method
 * throws UpstreamError.
 */
export class ActivationClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  read(): Promise<WireActivation> {
    return this.#upstream.call({ path: path`/users/activate`, answer: wireActivation }, this.#scope)
  }

  /** Starts or resumes the import. @returns false when there is nothing to import */
  async start(): Promise<boolean> {
    const call = { method: 'POST', path: path`/users/activate`, answer: wireActivationStart } as const
    try {
      return (await this.#upstream.call(call, this.#scope))?.started ?? true
    } catch (error) {
      if (error instanceof UpstreamError && error.code === 'CONFLICT') return false
      throw error
    }
  }

  async listAlbums(cursor: string | null, limit: number) {
    const call = { path: path`/users/activate/albums`, query: { cursor, limit }, answer: wireImportedAlbumPage }
    const page = await this.#upstream.call(call, this.#scope)
    return { next: page.cursor ?? null, items: page.albums }
  }

  /** Lists the files that could not be imported. */
  async listFailures(cursor: string | null, limit: number) {
    const call = { path: path`/users/activate/failures`, query: { cursor, limit }, answer: wireImportFailurePage }
    const page = await this.#upstream.call(call, this.#scope)
    return { next: page.cursor ?? null, items: page.failures }
  }
}

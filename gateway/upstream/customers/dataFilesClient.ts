import { asksForRecentSignIn } from '../../errors/recentSignIn.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { wireFileLink } from '../downloads/wire.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireDataFile, wireDataFile, wireDataFiles } from './wire.ts'

const listing = ['get', '/customers/me/data-files'] as const satisfies OfferedCall
const requesting = ['post', '/customers/me/data-files'] as const satisfies OfferedCall

/**
 * The files with all data of one customer. Only our own customers service has these calls. Every method throws
 * UpstreamError.
 */
export class DataFilesClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** Finds the file that was requested last; null if none exists, or the service offers none. */
  async findLatest(): Promise<WireDataFile | null> {
    const call = { path: path`/customers/me/data-files`, answer: wireDataFiles }
    const page = await this.#offers.ask(listing, () => nullIfNotFound(this.#upstream.call(call, this.#scope)))
    return page?.items[0] ?? null
  }

  /** Finds a file of the customer; null if it does not exist or has expired. */
  async find(fileId: string): Promise<WireDataFile | null> {
    const call = { path: path`/customers/me/data-files/${fileId}`, answer: wireDataFile }
    return nullIfNotFound(this.#upstream.call(call, this.#scope))
  }

  /**
   * Requests a file. A repeated request returns the file that is being prepared.
   * @returns null if the service offers no such file
   */
  async request(): Promise<WireDataFile | 'notFound' | 'recentSignIn' | { readonly retryAfter: number } | null> {
    const at = path`/customers/me/data-files`
    const call = { method: 'POST', path: at, answer: wireDataFile, isRepeatable: true } as const
    if (!(await this.#offers.has(requesting))) return null
    try {
      return await this.#upstream.call(call, this.#scope)
    } catch (error) {
      if (asksForRecentSignIn(error)) return 'recentSignIn'
      if (!(error instanceof UpstreamError)) throw error
      if (error.problem === 'TOO_MANY_DATA_FILES') return { retryAfter: error.retryAfter ?? 0 }
      if (error.problem === 'NOT_FOUND') return 'notFound'
      throw error
    }
  }

  /** Creates a URL from which a browser downloads the file. */
  async createUrl(fileId: string): Promise<{ readonly url: string } | 'notFound' | 'notReady' | 'recentSignIn'> {
    const call = { path: path`/customers/me/data-files/${fileId}/url`, answer: wireFileLink }
    try {
      return await this.#upstream.call(call, this.#scope)
    } catch (error) {
      if (asksForRecentSignIn(error)) return 'recentSignIn'
      if (!(error instanceof UpstreamError)) throw error
      if (error.problem === 'NOT_READY') return 'notReady'
      if (error.code === 'NOT_FOUND') return 'notFound'
      throw error
    }
  }
}

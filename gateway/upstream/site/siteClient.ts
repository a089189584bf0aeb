import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireSite, wireSite } from './wire.ts'

/** The site service. */
export class SiteClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = { ...scope, accessToken: undefined }
  }

  /**
   * Reads the public configuration of the brand at a host.
   * @param host with its port, as in a browser's address bar
   * @returns null for a host of no brand
   * @throws UpstreamError
   */
  getSite(host: string): Promise<WireSite | null> {
    const headers = { 'x-forwarded-host': host }
    return nullIfNotFound(this.#upstream.call({ path: path`/config.json`, headers, answer: wireSite }, this.#scope))
  }
}

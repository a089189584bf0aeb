import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireDownload, wireDownload, wireDownloadPage, wireFileLink, wireRequestedDownload } from './wire.ts'

/** Archives that are looked through for one by its id, where the service has no call for that. */
const searched = 500

/** What to call an archive, and the key by which a request that comes twice is known as one. */
export interface DownloadOptions {
  readonly name: string | null
  readonly idempotencyKey: string | null
}

/** The download API, on behalf of one customer. Every method throws UpstreamError. */
export class DownloadsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope

  constructor(upstream: Upstream, scope: CallScope) {
    this.#upstream = upstream
    this.#scope = scope
  }

  /** Archives that have not expired, newest first. */
  async list(cursor: string | null, limit: number): Promise<{ next: string | null; items: readonly WireDownload[] }> {
    const call = { path: path`/downloads`, query: { cursor, limit }, answer: wireDownloadPage }
    const page = await this.#upstream.call(call, this.#scope)
    return { next: page.cursor ?? null, items: page.items }
  }

  /** An archive; null when there is none, or it is not the customer's. A service without our call for one is asked for all. */
  async find(id: string): Promise<WireDownload | null> {
    const call = { path: path`/downloads/${id}`, answer: wireDownload }
    const found = await nullIfNotFound(this.#upstream.call(call, this.#scope))
    if (found || call.path.text === null) return found
    const { items } = await this.list(null, searched)
    return items.find((item) => item.id === id) ?? null
  }

  /** Where its file is; null when it is not finished, or gone. */
  async findUrl(id: string): Promise<string | null> {
    const call = { path: path`/downloads/${id}/url`, answer: wireFileLink }
    try {
      return (await this.#upstream.call(call, this.#scope)).url
    } catch (error) {
      if (error instanceof UpstreamError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT')) return null
      throw error
    }
  }

  /** Asks for an archive of photos of the customer's own, at most 100; null when none of them is there. */
  request(photoIds: readonly string[], options: DownloadOptions): Promise<WireDownload | null> {
    return this.#request('/downloads', photoIds, options)
  }

  /** Asks for an archive of photos of a shared album, at most 100; null when none of them may be seen. */
  requestShared(photos: readonly SharedPhoto[], options: DownloadOptions): Promise<WireDownload | null> {
    return this.#request('/shared-album-downloads', photos, options)
  }

  async #request(
    to: '/downloads' | '/shared-album-downloads',
    photos: readonly (string | SharedPhoto)[],
    { name, idempotencyKey }: DownloadOptions,
  ): Promise<WireDownload | null> {
    const call = {
      method: 'POST',
      path: to === '/downloads' ? path`/downloads` : path`/shared-album-downloads`,
      headers: idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey },
      // By its key the service knows the second one as the first.
      isRepeatable: idempotencyKey !== null,
      body: { photos, ...(name !== null && { name }) },
      answer: wireRequestedDownload,
    } as const
    const requested = await nullIfNotFound(this.#upstream.call(call, this.#scope))
    if (!requested) return null
    const { photos: gathered, ...download } = requested
    return { ...download, state: download.state ?? 'started', photosCount: download.photosCount ?? gathered?.length }
  }
}

/** A photo of a shared album, and whose it is. */
export interface SharedPhoto {
  readonly photoId: string
  readonly ownerId: string
}

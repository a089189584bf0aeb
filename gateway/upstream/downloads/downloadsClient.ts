import { UpstreamError } from '../../errors/upstreamError.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type WireDownload, wireDownload, wireDownloadPage, wireFileLink, wireRequestedDownload } from './wire.ts'

/** The call that returns one archive by its id. Only our own service offers this call. */
const oneArchive = ['get', '/downloads/{id}'] as const
/** How many archives are searched for an id when the service has no call for one archive. */
const searchedArchives = 500

/** The name of an archive, and the idempotency key of its request. */
export interface DownloadOptions {
  readonly name: string | null
  readonly idempotencyKey: string | null
}

/** The download API, on behalf of one customer. Every method throws UpstreamError. */
export class DownloadsClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** Lists the archives that have not expired, newest first. */
  async list(cursor: string | null, limit: number): Promise<{ next: string | null; items: readonly WireDownload[] }> {
    const call = { path: path`/downloads`, query: { cursor, limit }, answer: wireDownloadPage }
    const page = await this.#upstream.call(call, this.#scope)
    return { next: page.cursor ?? null, items: page.items }
  }

  /**
   * Finds an archive of the customer; null if the customer has no such archive. Searches the list when the service has
   * no call for one archive.
   */
  async find(id: string): Promise<WireDownload | null> {
    const call = { path: path`/downloads/${id}`, answer: wireDownload }
    if (call.path.text === null) return null
    const found = await this.#offers.ask(oneArchive, () => nullIfNotFound(this.#upstream.call(call, this.#scope)))
    if (found !== undefined) return found
    const { items } = await this.list(null, searchedArchives)
    return items.find((item) => item.id === id) ?? null
  }

  /** Finds the URL of an archive's file; null when the archive is not finished, or has expired. */
  async findUrl(id: string): Promise<string | null> {
    const call = { path: path`/downloads/${id}/url`, answer: wireFileLink }
    try {
      return (await this.#upstream.call(call, this.#scope)).url
    } catch (error) {
      if (error instanceof UpstreamError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT')) return null
      throw error
    }
  }

  /** Requests an archive of at most 100 of the customer's own photos; null when none of them exists. */
  request(photoIds: readonly string[], options: DownloadOptions): Promise<WireDownload | null> {
    return this.#request('/downloads', photoIds, options)
  }

  /** Requests an archive of at most 100 photos of a shared album; null when the customer may see none of them. */
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
      // The key lets the service recognise the retry.
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

/** A photo of a shared album and its owner's account. */
export interface SharedPhoto {
  readonly photoId: string
  readonly ownerId: string
}

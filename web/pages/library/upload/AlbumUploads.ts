import { fetchQuery, graphql } from 'react-relay/hooks'
import type { Session } from '../../../app/Session.ts'
import type { AlbumUploadsQuery } from '../../../__generated__/AlbumUploadsQuery.graphql.ts'
import { hiddenPhotosOf } from '../photo-collection/hidden/HiddenPhotos.ts'
import { addChunk } from '../photo-actions/copy-to-album/addChunk.ts'
import { AlbumWork } from '../photo-actions/copy-to-album/AlbumWork.ts'
import { ExpectedCount } from '../photo-actions/copy-to-album/ExpectedCount.ts'
import { pause } from './pause.ts'
import type { UploadQueue } from './uploadQueue.ts'
import type { UploadItem } from './uploadTypes.ts'

/** How often the library is polled: a photo appears in it shortly after its upload, when its renditions are ready. */
const pollMilliseconds = 1_500
const timeoutMilliseconds = 3 * 60_000
/** The gateway's limit for the ids of `uploadedPhotos`. */
const maxIdsPerQuery = 100

const query = graphql`
  query AlbumUploadsQuery($imageIds: [String!]!) @throwOnFieldError {
    viewer {
      library {
        uploadedPhotos(imageIds: $imageIds) {
          id
        }
      }
    }
  }
`

/** Adds uploaded photos to the album for which they were uploaded, as soon as they are in the library. */
export class AlbumUploads {
  readonly #session: Session
  readonly #queue: UploadQueue
  readonly #waitingSince = new Map<string, number>()
  #isWorking = false

  constructor(session: Session, queue: UploadQueue) {
    this.#session = session
    this.#queue = queue
  }

  /** Follows the queue until the returned function is called. */
  readonly start = (): (() => void) => {
    const ending = new AbortController()
    const work = () => void this.#work(ending.signal)
    const unsubscribe = this.#queue.subscribe(work)
    work()
    return () => {
      unsubscribe()
      ending.abort()
    }
  }

  get #pending(): readonly UploadItem[] {
    return this.#queue.getSnapshot().items.filter(({ albumState }) => albumState === 'pending')
  }

  async #work(signal: AbortSignal): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    while (this.#pending.length > 0 && !signal.aborted) {
      const pending = this.#pending
      for (let from = 0; from < pending.length && !signal.aborted; from += maxIdsPerQuery) {
        await this.#add(pending.slice(from, from + maxIdsPerQuery))
      }
      this.#failLate()
      if (this.#pending.length > 0) await pause(pollMilliseconds, signal)
    }
    this.#isWorking = false
  }

  /** Adds the photos that are in the library by now to their albums. */
  async #add(items: readonly UploadItem[]): Promise<void> {
    const photoIds = await this.#photoIdsOf(items)
    const found = items.flatMap((item, index) => {
      const photoId = photoIds[index]
      return item.album && photoId ? [{ item, photoId, albumId: item.album.id }] : []
    })
    for (const [albumId, ofAlbum] of Map.groupBy(found, (one) => one.albumId)) {
      const ids = ofAlbum.map(({ photoId }) => photoId)
      const left = new Set(await this.#addTo(albumId, ids))
      const itemsWhere = (isLeft: boolean) =>
        ofAlbum.filter(({ photoId }) => left.has(photoId) === isLeft).map(({ item }) => item.id)
      this.#queue.setAlbumState(itemsWhere(false), 'done')
      this.#queue.setAlbumState(itemsWhere(true), 'failed')
    }
  }

  /** @returns the ids of photos that could not be added */
  async #addTo(albumId: string, photoIds: readonly string[]): Promise<readonly string[]> {
    const count = new ExpectedCount(this.#session.environment, albumId, photoIds.length)
    const work = new AlbumWork(photoIds, (ids) =>
      addChunk(this.#session.environment, { albumId, photoIds: ids, count }),
    )
    await work.send(photoIds)
    count.end()
    const left = new Set(work.left)
    // The user may have removed some of these photos from the album before. They are still hidden in the album, so they
    // are shown again.
    hiddenPhotosOf(this.#session).show(
      albumId,
      photoIds.filter((id) => !left.has(id)),
    )
    return work.left
  }

  /** The photo ids, null for photos that are not in the library yet. Empty if the query fails. */
  async #photoIdsOf(items: readonly UploadItem[]): Promise<readonly (string | null)[]> {
    const imageIds = items.map(({ imageId }) => imageId ?? '')
    try {
      const answer = await fetchQuery<AlbumUploadsQuery>(
        this.#session.environment,
        query,
        { imageIds },
        { networkCacheConfig: { force: true } },
      ).toPromise()
      return answer?.viewer?.library.uploadedPhotos.map((photo) => photo?.id ?? null) ?? []
    } catch {
      return []
    }
  }

  #failLate(): void {
    const now = performance.now()
    const pending = this.#pending
    const ids = new Set(pending.map(({ id }) => id))
    for (const id of this.#waitingSince.keys()) if (!ids.has(id)) this.#waitingSince.delete(id)
    for (const id of ids) if (!this.#waitingSince.has(id)) this.#waitingSince.set(id, now)
    const late = [...ids].filter((id) => now - (this.#waitingSince.get(id) ?? now) > timeoutMilliseconds)
    if (late.length > 0) this.#queue.setAlbumState(late, 'failed')
  }
}

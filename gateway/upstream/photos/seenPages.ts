import { LRUCache } from 'lru-cache'
import type { PhotoList, PhotoPageRequest } from './photoList.ts'

/** A page of a list of photos, as it was requested. */
export interface SeenPage extends PhotoPageRequest {
  readonly list: PhotoList
  /** The page before it; undefined when that is unknown, or it is the first. */
  readonly before: SeenPage | undefined
}

/** Maximum number of photos of all customers: about 10 MB. */
const rememberedPhotos = 50_000
/** Maximum number of page ends. */
const rememberedPages = 5_000

/**
 * In which page each photo was seen last, for a service that cannot be asked about a photo by its id. Only a hint: the page
 * is fetched again, with the token of the customer who asks.
 */
export class SeenPages {
  readonly #pages = new LRUCache<string, SeenPage>({ max: rememberedPhotos })
  readonly #byNext = new LRUCache<string, SeenPage>({ max: rememberedPages })

  /** @param next the service's cursor after the page */
  learn(
    accountId: string,
    list: PhotoList,
    request: PhotoPageRequest,
    imageIds: readonly string[],
    next: string | null,
  ): void {
    const ends = `${accountId}\n${list.path.text}\n${request.sort.key} ${request.sort.order}\n`
    const before = request.cursor === null ? undefined : this.#byNext.get(ends + request.cursor)
    const page: SeenPage = { ...request, list, before: before && { ...before, before: undefined } }
    if (next !== null) this.#byNext.set(ends + next, page)
    for (const imageId of imageIds) this.#pages.set(`${accountId}\n${imageId}`, page)
  }

  pageOf(accountId: string, imageId: string): SeenPage | undefined {
    return this.#pages.get(`${accountId}\n${imageId}`)
  }
}

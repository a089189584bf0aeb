import type { FetchPolicy } from 'relay-runtime'
import { type Session, perSession } from '../../../app/Session.ts'

/** The size of the first page; the tile 'New album' takes one place. */
const firstAlbums = 49

/** The size of the following pages, and of all pages of shared albums. */
export const moreAlbums = 50

/** The gateway's limit for one page. */
const maximumAlbums = 500

/** Remembers how many albums were shown, so that the next visit to the page shows as many. */
export class AlbumPages {
  #shown = 0
  #previousFirst: number | undefined

  /** @param count how many albums the page shows now */
  remember(count: number): void {
    this.#shown = count
  }

  /** How many albums to fetch, so that all shown albums stay. */
  get toLoad(): number {
    return Math.min(maximumAlbums, Math.max(firstAlbums, this.#shown))
  }

  /** The variables of the page's query. When more albums were loaded than fit one page, the store's albums are used. */
  begin(): { readonly first: number; readonly fetchPolicy: FetchPolicy } {
    const areMoreKnown = this.#shown > maximumAlbums
    // The store holds these albums only under the variables of the previous query.
    const first = (areMoreKnown ? this.#previousFirst : undefined) ?? this.toLoad
    this.#previousFirst = first
    return { first, fetchPolicy: areMoreKnown ? 'store-or-network' : 'store-and-network' }
  }
}

export const albumPagesOf: (session: Session) => AlbumPages = perSession(() => new AlbumPages())

import type { FetchPolicy, IEnvironment } from 'relay-runtime'

/** The size of the first page; the tile 'New album' takes one place. */
const firstAlbums = 49

/** The size of the following pages, and of all pages of shared albums. */
export const moreAlbums = 50

/** The gateway's limit for one page. */
const mostAlbums = 500

const shown = new WeakMap<IEnvironment, number>()
const asked = new WeakMap<IEnvironment, number>()

/** Remembers how many albums were loaded, for the next visit to the page. */
export function rememberShownAlbums(environment: IEnvironment, count: number): void {
  shown.set(environment, count)
}

/** How many albums to fetch, so that all shown albums stay. */
export function albumsToLoad(environment: IEnvironment): number {
  return Math.min(mostAlbums, Math.max(firstAlbums, shown.get(environment) ?? 0))
}

/** The variables of the page's query. When more albums were loaded than fit one page, the store's albums are used. */
export function beginningOf(environment: IEnvironment): { readonly first: number; readonly fetchPolicy: FetchPolicy } {
  const areMoreKnown = (shown.get(environment) ?? 0) > mostAlbums
  // The store holds them under the variables of the previous query only.
  const first = (areMoreKnown ? asked.get(environment) : undefined) ?? albumsToLoad(environment)
  asked.set(environment, first)
  return { first, fetchPolicy: areMoreKnown ? 'store-or-network' : 'store-and-network' }
}

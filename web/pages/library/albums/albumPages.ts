import type { FetchPolicy, IEnvironment } from 'relay-runtime'

/** How many albums come at first: 'New album' takes the place of one. */
const firstAlbums = 49

/** How many more come at a time; of the albums of others also at first. */
export const moreAlbums = 50

/** As many as the gateway answers at once. */
const mostAlbums = 500

const shown = new WeakMap<IEnvironment, number>()
const asked = new WeakMap<IEnvironment, number>()

/** Remembers how many albums one has got to, for coming back to them. */
export function rememberShownAlbums(environment: IEnvironment, count: number): void {
  shown.set(environment, count)
}

/** How many albums to ask for, so that none goes that was shown before. */
export function albumsToLoad(environment: IEnvironment): number {
  return Math.min(mostAlbums, Math.max(firstAlbums, shown.get(environment) ?? 0))
}

/** How the page begins. Who had got to more albums than are answered at once finds them as they were left. */
export function beginningOf(environment: IEnvironment): { readonly first: number; readonly fetchPolicy: FetchPolicy } {
  const areMoreKnown = (shown.get(environment) ?? 0) > mostAlbums
  // The store has them for the question that was asked before, and for no other.
  const first = (areMoreKnown ? asked.get(environment) : undefined) ?? albumsToLoad(environment)
  asked.set(environment, first)
  return { first, fetchPolicy: areMoreKnown ? 'store-or-network' : 'store-and-network' }
}

import type { IEnvironment } from 'relay-runtime'

/** How many albums come at first: 'New album' takes the place of one. */
const firstAlbums = 49

/** How many more come at a time; of the albums of others also at first. */
export const moreAlbums = 50

/** As many as the gateway answers at once. */
const mostAlbums = 500

const shown = new WeakMap<IEnvironment, number>()

/** Remembers how many albums one has got to, for coming back to them. */
export function rememberShownAlbums(environment: IEnvironment, count: number): void {
  shown.set(environment, count)
}

/** Whether one has got to more albums than are answered at once: they are not fetched again, so that one comes back to them. */
export function areMoreShownThanLoad(environment: IEnvironment): boolean {
  return (shown.get(environment) ?? 0) > mostAlbums
}

/** How many albums to ask for, so that none goes that was shown before. */
export function albumsToLoad(environment: IEnvironment): number {
  return Math.min(mostAlbums, Math.max(firstAlbums, shown.get(environment) ?? 0))
}

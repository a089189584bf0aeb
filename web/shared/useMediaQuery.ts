import { useSyncExternalStore } from 'react'

/** The queries in use. Creating a `MediaQueryList` for each of thousands of pictures would be slow. */
const known = new Map<string, ReturnType<typeof followed>>()

/** Whether a media query matches; follows its changes. */
export function useMediaQuery(query: string): boolean {
  const { subscribe, matches } = known.get(query) ?? keep(query)
  return useSyncExternalStore(subscribe, matches)
}

function keep(query: string) {
  const list = followed(matchMedia(query))
  known.set(query, list)
  return list
}

function followed(list: MediaQueryList) {
  return {
    subscribe: (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    matches: () => list.matches,
  }
}

import { useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches; follows its changes. */
export function useMediaQuery(query: string): boolean {
  const { subscribe, matches } = useMemo(() => followed(matchMedia(query)), [query])
  return useSyncExternalStore(subscribe, matches)
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

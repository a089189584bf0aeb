import { useCallback, useEffect, useRef } from 'react'

/** A way on that ends where it began is not waited for longer than this. */
const longestMilliseconds = 2_000

/**
 * Goes away from a photo, and resolves once it is not on screen any more: the router has arrived a moment before React has
 * drawn where, and what happens to the photo then would be seen.
 */
export function useDeparture(photoId: string): (go: () => Promise<void>) => Promise<void> {
  const onGone = useRef<(() => void) | null>(null)
  useEffect(() => {
    const leave = () => onGone.current?.()
    return leave
    // Runs when another photo takes its place.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [photoId])
  return useCallback(async (go) => {
    const gone = new Promise<void>((resolve) => (onGone.current = resolve))
    await go()
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, longestMilliseconds))])
  }, [])
}

import { useCallback, useEffect, useRef } from 'react'

/**
 * Goes away from a photo, and resolves once it is not on screen any more, however long that takes: the router has arrived
 * before React has drawn where, and what happens to the photo then would be seen.
 * @returns what does so; its `go` resolves with whether it leads away at all
 */
export function useDeparture(photoId: string): (go: () => Promise<boolean>) => Promise<void> {
  const onGone = useRef<(() => void) | null>(null)
  useEffect(() => {
    const leave = () => onGone.current?.()
    return leave
    // Runs when another photo takes its place.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [photoId])
  return useCallback(async (go) => {
    const gone = new Promise<void>((resolve) => (onGone.current = resolve))
    await Promise.race([gone, go().then((isLeading) => (isLeading ? gone : undefined))])
  }, [])
}

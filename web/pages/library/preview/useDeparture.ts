import { useCallback, useEffect, useRef } from 'react'

/**
 * Navigates away from a photo and waits until it is off the screen. The router's promise resolves before React has
 * rendered the new page, so a deletion at that moment would be visible.
 * @returns a function that calls `go` to navigate. `go` resolves with true if the navigation leaves the photo
 */
export function useDeparture(photoId: string): (go: () => Promise<boolean>) => Promise<void> {
  const onGone = useRef<(() => void) | null>(null)
  useEffect(() => {
    const leave = () => onGone.current?.()
    return leave
    // `leave` runs when another photo replaces this one.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [photoId])
  return useCallback(async (go) => {
    const gone = new Promise<void>((resolve) => (onGone.current = resolve))
    await Promise.race([gone, go().then((isLeading) => (isLeading ? gone : undefined))])
  }, [])
}

import { type RefObject, useLayoutEffect } from 'react'
import type { Arrival } from './Arrival.ts'

const milliseconds = 220

/** After a swipe, the photos glide on from where the finger left them; the keyboard goes on with the photo that comes. */
export function useEntrance(
  stage: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  arrival: Arrival,
): void {
  useLayoutEffect(() => {
    const photo = stage.current
    arrival.takeKeyboard(photo)
    return () => arrival.leaveKeyboard(photo)
  }, [stage, arrival])
  useLayoutEffect(() => {
    const offset = arrival.take()
    if (offset === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    track.current?.animate([{ transform: `translateX(${offset}px)` }, { transform: 'none' }], {
      duration: milliseconds,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    })
  }, [track, arrival])
}

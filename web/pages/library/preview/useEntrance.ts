import { type RefObject, useLayoutEffect } from 'react'
import type { StepTransition } from './StepTransition.ts'

const milliseconds = 220

/**
 * Lets the photos continue to slide from the finger's position after a swipe, and moves the keyboard's focus to the
 * next photo.
 */
export function useEntrance(
  stage: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  transition: StepTransition,
): void {
  useLayoutEffect(() => {
    const photo = stage.current
    transition.takeFocus(photo)
    return () => transition.leaveFocus(photo)
  }, [stage, transition])
  useLayoutEffect(() => {
    const offset = transition.takeOffset()
    if (offset === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    track.current?.animate([{ transform: `translateX(${offset}px)` }, { transform: 'none' }], {
      duration: milliseconds,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    })
  }, [track, transition])
}

import { type RefObject, useEffect } from 'react'

const idleMilliseconds = 3_000
const activityEvents = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether a control, and not the photo itself, has the keyboard's focus. */
function hasFocusedControl(element: HTMLElement): boolean {
  const focused = element.querySelector(':focus-visible')
  return focused !== null && focused.closest('figure') === null
}

/**
 * Sets `data-idle` on an element after 3 s without activity; its style sheet then fades the controls. The controls do
 * not fade while one of them has the keyboard's focus, or on touch devices, whose users could not find them again by
 * hovering.
 */
export function useIdleChrome(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (!element || !matchMedia('(hover: hover)').matches) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      element.setAttribute('data-idle', 'false')
      clearTimeout(timer)
      timer = setTimeout(() => element.setAttribute('data-idle', String(!hasFocusedControl(element))), idleMilliseconds)
    }
    wake()
    for (const type of activityEvents) element.addEventListener(type, wake)
    return () => {
      clearTimeout(timer)
      for (const type of activityEvents) element.removeEventListener(type, wake)
    }
  }, [frame])
}

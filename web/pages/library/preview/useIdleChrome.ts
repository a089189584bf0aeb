import { type RefObject, useEffect } from 'react'

const idleMilliseconds = 3_000
const signsOfLife = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** What has the keyboard's focus, and is not the photo itself. */
function hasKeyboard(element: HTMLElement): boolean {
  const focused = element.querySelector(':focus-visible')
  return focused !== null && focused.closest('figure') === null
}

/**
 * Marks an element with `data-idle` while nothing has happened in it for a while, for its style to fade what is not
 * the photo: never while the keyboard's focus is there. Only with a pointer that hovers: where fingers tap, what they look
 * for must stay in sight.
 */
export function useIdleChrome(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (!element || !matchMedia('(hover: hover)').matches) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      element.setAttribute('data-idle', 'false')
      clearTimeout(timer)
      timer = setTimeout(() => element.setAttribute('data-idle', String(!hasKeyboard(element))), idleMilliseconds)
    }
    wake()
    for (const sign of signsOfLife) element.addEventListener(sign, wake)
    return () => {
      clearTimeout(timer)
      for (const sign of signsOfLife) element.removeEventListener(sign, wake)
    }
  }, [frame])
}

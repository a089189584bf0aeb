import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps the focus near a notice or a button that disappears, such as a failure whose retry has worked. If the element
 * has the focus when it is removed, the focus moves to the heading of its part of the page, or else to the part.
 * Without this, the focus is on the body, and the Tab key starts again at the top of the page.
 */
export function useFocusOnPart(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const removed = element.current
    return () => {
      if (!removed?.contains(document.activeElement)) return
      const parts = partsAround(removed)
      // When the microtask runs, the element is removed, and its replacement may have taken the focus.
      queueMicrotask(() => {
        const focused = document.activeElement
        if (focused === null || focused === document.body || !focused.isConnected) focusFirst(parts)
      })
    }
  }, [element])
}

/** The parts of the page that contain an element, the innermost first. */
function partsAround(element: HTMLElement): readonly HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>('section, fieldset, [role=dialog], main') ?? null
  return part ? [part, ...partsAround(part)] : []
}

/** Focuses the heading of the first part that is still shown, or the part. */
function focusFirst(parts: readonly HTMLElement[]): void {
  const part = parts.find(({ isConnected }) => isConnected)
  const target = part?.querySelector<HTMLElement>('h1, h2, h3') ?? part
  if (!target) return
  if (!target.hasAttribute('tabindex')) {
    target.tabIndex = -1
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: isInView(target) })
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

import { type RefObject, useLayoutEffect } from 'react'

/**
 * Moves the focus to the full-screen view when the focused element unmounts, so that keyboard and screen reader users
 * stay in the view.
 */
export function usePassedFocus(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = leaving.current
    return () => {
      // Layout effects are cleaned up while the element is still in the document.
      if (element?.contains(document.activeElement)) element.closest('main')?.focus({ preventScroll: true })
    }
  }, [leaving])
}

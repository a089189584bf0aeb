import { type RefObject, useLayoutEffect } from 'react'

/** What goes from the view with the focus in it leaves the focus to the view: the keyboard and screen readers stay there. */
export function usePassedFocus(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = leaving.current
    return () => {
      // It is in the document still.
      if (element?.contains(document.activeElement)) element.closest('main')?.focus({ preventScroll: true })
    }
  }, [leaving])
}

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to an element above a list, such as the number of its items, when another page of the list is shown.
 * If the focus is outside the list's section, such as in a search, it stays there.
 * @param page the number of the shown page
 * @returns the ref of the element, which needs `tabIndex={-1}`
 */
export function usePageFocus<FocusedElement extends HTMLElement>(page: number): RefObject<FocusedElement | null> {
  const element = useRef<FocusedElement>(null)
  const shownPage = useRef(page)
  useEffect(() => {
    if (shownPage.current === page) return
    shownPage.current = page
    const active = document.activeElement
    if (active === document.body || element.current?.parentElement?.contains(active)) {
      element.current?.focus({ preventScroll: true })
    }
  }, [page])
  return element
}

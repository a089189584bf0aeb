import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps the focus within an element when the focused descendant unmounts. Moves it to the descendant with
 * `data-next-focus`, or else to the element itself.
 * @returns the element's props
 */
export function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const isWithin = useRef(false)
  useEffect(() => {
    const element = ref.current
    const focused = document.activeElement
    if (!element || !isWithin.current || (focused !== element && element.contains(focused))) return
    const next = element.querySelector<HTMLElement>('[data-next-focus]') ?? element
    if (next !== focused) next.focus({ preventScroll: true })
  })
  const onFocus = () => {
    isWithin.current = true
  }
  const onBlur = ({ target }: FocusEvent) => {
    // If the blurred descendant was removed from the page, the user did not move the focus away.
    queueMicrotask(() => {
      if (target.isConnected && !ref.current?.contains(document.activeElement)) isWithin.current = false
    })
  }
  return { ref, tabIndex: -1, onFocus, onBlur }
}

import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Keeps focus within an element when what had it goes: at what has `data-next-focus`, else at the element itself.
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
    // What has gone from the page did not give focus to anything.
    queueMicrotask(() => {
      if (target.isConnected && !ref.current?.contains(document.activeElement)) isWithin.current = false
    })
  }
  return { ref, tabIndex: -1, onFocus, onBlur }
}

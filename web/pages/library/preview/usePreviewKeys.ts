import { useEffect, useEffectEvent } from 'react'

/** What keys do, letters by their small ones; they are told whether the key is held down and says it again. */
export type PreviewKeys = Readonly<Record<string, (isHeld: boolean) => void>>

/** Keys of the whole view. With another key held down they are not meant, nor while a dialog covers it. */
export function usePreviewKeys(isCovered: boolean, keys: PreviewKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isOther = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey
    if (isCovered || isOther || event.defaultPrevented) return
    // Escape closes one thing after the other, and so does what opens by a letter: not again and again while held.
    if (event.repeat && !event.key.startsWith('Arrow')) return
    // With Caps Lock a letter is a capital one.
    keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.(event.repeat)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

import { readingKey } from '../../../shared/direction.ts'
import { useEffect, useEffectEvent } from 'react'

/**
 * Actions by key: letters in lower case, arrows as on a page that is read from left to right. `isHeld`: the event is a
 * repeat of a key that is held down.
 */
export type PreviewKeys = Readonly<Record<string, (isHeld: boolean) => void>>

/** Keys of the whole view. Ignored with a modifier key and while a dialog is open. */
export function usePreviewKeys(isCovered: boolean, keys: PreviewKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasModifier = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey
    if (isCovered || hasModifier || event.defaultPrevented) return
    // Only arrow keys repeat while they are held down: a held Escape must not close one layer after another.
    if (event.repeat && !event.key.startsWith('Arrow')) return
    // Caps Lock makes letters upper case.
    keys[event.key.length === 1 ? event.key.toLowerCase() : readingKey(event.key)]?.(event.repeat)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

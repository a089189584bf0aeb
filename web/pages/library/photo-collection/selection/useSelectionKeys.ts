import { useEffect, useEffectEvent } from 'react'

/** Elements in which keys do not concern the selection. */
const elsewhere = '[role=dialog], [role=alertdialog], input:not([type=checkbox]), textarea, [role=menu], [role=listbox]'

/**
 * Handles keys while photos are selected, wherever focus is, except in dialogs, menus and fields.
 * @param press handles a key press; returns whether it handled the key
 */
export function useSelectionKeys(press: (event: KeyboardEvent) => boolean): void {
  const onPress = useEffectEvent(press)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(elsewhere) !== null
      if (!event.defaultPrevented && !isElsewhere && onPress(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

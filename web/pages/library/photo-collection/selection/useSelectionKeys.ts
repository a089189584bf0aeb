import { useEffect, useEffectEvent } from 'react'

/** What has a meaning of its own for these keys. */
const elsewhere = '[role=dialog], [role=alertdialog], input:not([type=checkbox]), textarea, [role=menu], [role=listbox]'

/**
 * Keys while photos are selected, wherever focus is, but for dialogs, menus and fields.
 * @param press what a key does; whether it was meant for it
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

import { useEffect, useRef, useState } from 'react'
import type { AlbumDialogName } from './AlbumDialogs.tsx'

/** Holds which dialog of an album's page is open. Closing it returns the focus to the element that opened it. */
export function useAlbumDialog() {
  const [dialog, setDialog] = useState<AlbumDialogName | null>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (dialog !== null) return
    // The dialog's code loads after the key press, so the dialog itself cannot know where the focus was.
    if (opener.current instanceof HTMLElement) opener.current.focus()
    opener.current = null
  }, [dialog])
  const open = (name: AlbumDialogName) => {
    opener.current = document.activeElement
    setDialog(name)
  }
  return { dialog, open, close: () => setDialog(null) }
}

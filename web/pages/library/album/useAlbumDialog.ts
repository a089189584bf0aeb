import { useEffect, useRef, useState } from 'react'
import type { AlbumDialogName } from './AlbumDialogs.tsx'

/** Which dialog of an album's page is open. What had focus when it was opened has it again when it is closed. */
export function useAlbumDialog() {
  const [dialog, setDialog] = useState<AlbumDialogName | null>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (dialog !== null) return
    // A dialog that comes later than the key that asked for it does not know by itself where focus was.
    if (opener.current instanceof HTMLElement) opener.current.focus()
    opener.current = null
  }, [dialog])
  const open = (name: AlbumDialogName) => {
    opener.current = document.activeElement
    setDialog(name)
  }
  return { dialog, open, close: () => setDialog(null) }
}

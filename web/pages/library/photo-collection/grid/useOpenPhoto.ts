import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { photoLinkOf } from './photoLinkOf.ts'

/** The preview reads this state: closing the preview then goes back in the history. */
const state = { isFromLibrary: true }

/**
 * Returns the listener for clicks within a view. It opens a clicked photo without loading the page again, unless the
 * click selects the photo, or opens it in a tab or a window.
 */
export function useOpenPhoto(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = photoLinkOf(event.target)
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!link || event.defaultPrevented || event.button !== 0 || isModified) return
    event.preventDefault()
    void navigate(link.getAttribute('href') ?? '', { state })
  }
}

import { useCallback, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { timelinePath } from '../../../shared/paths.ts'
import { focusTileSoon } from './focusTileSoon.ts'

/** Goes back to where the view was opened from, or to the timeline after a deep link. A second call does nothing. */
export function useClosePreview(photoId: string): () => void {
  const navigate = useNavigate()
  const navigateInApp = useAppNavigate()
  const { state } = useLocation()
  const isClosing = useRef(false)
  return useCallback(() => {
    if (isClosing.current) return
    isClosing.current = true
    focusTileSoon(photoId)
    if (isFromLibrary(state)) void navigate(-1)
    else navigateInApp(timelinePath, { replace: true })
  }, [navigate, navigateInApp, photoId, state])
}

/** What the links to a photo within the library leave in the history. */
function isFromLibrary(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isFromLibrary' in state && state.isFromLibrary === true
}

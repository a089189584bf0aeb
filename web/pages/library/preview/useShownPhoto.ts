import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { PreviewData } from './loadPreview.ts'
import { photoAddress } from './previewAddress.ts'

/**
 * Chooses between the data that the route has loaded and the data that was shown before. Back closes the open panel and
 * leads to the history entry of the photo at which the panel was opened. If the user has stepped to another photo since
 * then, that other photo stays on screen, and its URL replaces the URL of the entry.
 */
export function useShownPhoto(loaded: PreviewData): PreviewData {
  const navigate = useNavigate()
  const navigationType = useNavigationType()
  const { pathname, search, state } = useLocation()
  const [shown, setShown] = useState(loaded)
  const { id } = shown.photo.variables
  const isPanelClosed = shown.information !== null && loaded.information === null
  const stays = navigationType === NavigationType.Pop && isPanelClosed && loaded.photo.variables.id !== id
  if (shown !== loaded && !stays) setShown(loaded)
  useEffect(() => {
    if (!stays) return
    loaded.photo.dispose()
    loaded.rendition.dispose()
    void navigate(photoAddress({ pathname, search }, id), { replace: true, state })
  }, [id, loaded, navigate, pathname, search, state, stays])
  return stays ? shown : loaded
}

import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { PreviewData } from './loadPreview.ts'
import { photoAddress } from './previewAddress.ts'

/**
 * What is to be shown of what the route has loaded. Going back from the open panel closes it; the entry of the history
 * that one then stands on is of the photo at which it was opened. When one stepped on meanwhile, the photo that one sees
 * stays, and the entry becomes its own.
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

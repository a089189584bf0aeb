import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Environment } from 'relay-runtime'
import { isByMonth, viewSort } from '../photo-collection/sorting/sortPreference.ts'
import { photoHash } from '../photo-collection/view/useSeekToPhoto.ts'
import { focusTileSoon } from '../photo-collection/grid/focusTileSoon.ts'
import { readPreviewState, withPanel } from './previewAddress.ts'
import type { PreviewOrigin } from './previewOrigin.ts'

/**
 * If other tiles are rendered but the photo's tile is not, that tile is far from the scroll position. The page jumps to
 * it after this time (ms).
 */
const jumpAfterMilliseconds = 600

/**
 * Returns to the page from which the view was opened and focuses the photo's tile. Scrolls to a tile that is out of
 * view. For a tile that is far away, jumps to the month or to the place in the list. After a deep link, the page is not
 * in the history, so its address replaces that of the photo. A second call does nothing. A call during another
 * navigation does nothing and resolves with false. The Back button of the browser leads to the tile in the same way.
 */
export function useClosePreview(
  photoId: string,
  { path, view, collectionId }: PreviewOrigin,
  isNavigating: () => boolean,
): () => Promise<boolean> {
  const environment = useRelayEnvironment()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isClosing = useRef(false)
  const opened = useRef(photoId)
  const pageAddress = useCallback(() => {
    const hasMonths = collectionId === null && isByMonth(viewSort(view, new URLSearchParams(search)))
    const hash = hasMonths ? monthHash(photoId, environment) : photoHash(photoId)
    return `${path}${withPanel(search, false)}${hash}`
  }, [collectionId, environment, path, photoId, search, view])
  const focusTile = useCallback(() => {
    // If the user has not stepped to another photo, the page still has the right scroll position.
    let isAway = photoId !== opened.current
    let drawn: number | undefined
    const check = (tile: HTMLElement | null, waited: number) => {
      if (tile) bringIntoView(tile)
      else if (isAway && document.querySelector('[data-photo]')) drawn ??= waited
      if (isAway && drawn !== undefined && waited - drawn > jumpAfterMilliseconds) {
        isAway = false
        void navigate(pageAddress(), { replace: true, preventScrollReset: true })
      }
    }
    // The button of a panel that has just closed may have the focus. The tile may take the focus from it.
    focusTileSoon(photoId, check, document.getElementById('main'))
  }, [navigate, pageAddress, photoId])
  useBack(path, () => {
    if (!isClosing.current) focusTile()
  })
  return useCallback(async () => {
    if (isClosing.current) return true
    if (isNavigating()) return false
    isClosing.current = true
    focusTile()
    const { isFromLibrary, isPanelPushed } = readPreviewState(state)
    if (isFromLibrary) await navigate(isPanelPushed ? -2 : -1)
    else await navigate(pageAddress(), { replace: true })
    return true
  }, [focusTile, isNavigating, navigate, pageAddress, state])
}

/** Calls back when the browser's history leads to a page. */
function useBack(path: string, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    const listener = () => {
      if (location.pathname === path) back()
    }
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [path])
}

function bringIntoView(tile: HTMLElement): void {
  const { top, bottom } = tile.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) tile.scrollIntoView({ block: 'center' })
}

/** The hash of the timeline's address for the month of a photo; empty if the store does not know its capture time. */
function monthHash(photoId: string, environment: Environment): string {
  const taken = environment.getStore().getSource().get(photoId)?.['dateTaken']
  return typeof taken === 'string' ? `#${taken.slice(0, 7)}` : ''
}

import { useCallback, useRef } from 'react'
import { useRelayEnvironment } from 'react-relay/hooks'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Environment } from 'relay-runtime'
import { photoHash } from '../photo-collection/view/useSeekToPhoto.ts'
import { focusTileSoon } from '../photo-collection/grid/focusTileSoon.ts'
import { readPreviewState, withPanel } from './previewAddress.ts'
import type { PreviewOrigin } from './previewOrigin.ts'

/** A tile that is not among others on the page for so long is not where the page stands. */
const jumpAfterMilliseconds = 600

/**
 * Goes back to where the view was opened from, with focus on the tile of the photo: one that is out of view is brought
 * into it, and of one that is far away its month or its place in the album. After a deep link it goes there in place.
 * A second call does nothing, nor does one while the address is about to be another one, which resolves with false.
 */
export function useClosePreview(
  photoId: string,
  { path, collectionId }: PreviewOrigin,
  isHeldBack: () => boolean,
): () => Promise<boolean> {
  const environment = useRelayEnvironment()
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isClosing = useRef(false)
  const opened = useRef(photoId)
  return useCallback(async () => {
    if (isClosing.current) return true
    if (isHeldBack()) return false
    isClosing.current = true
    const address = `${path}${withPanel(search, false)}`
    const hash = collectionId === null ? monthHash(photoId, environment) : photoHash(photoId)
    // Where nothing was stepped through, the page stands right.
    let isAway = photoId !== opened.current
    let drawn: number | undefined
    const look = (tile: HTMLElement | null, waited: number) => {
      if (tile) bringIntoView(tile)
      else if (isAway && document.querySelector('[data-photo]')) drawn ??= waited
      if (isAway && drawn !== undefined && waited - drawn > jumpAfterMilliseconds) {
        isAway = false
        void navigate(`${address}${hash}`, { replace: true, preventScrollReset: true })
      }
    }
    // The button of a panel that was just closed may take the focus still.
    focusTileSoon(photoId, look, document.getElementById('main'))
    const { isFromLibrary, isPanelPushed } = readPreviewState(state)
    if (isFromLibrary) await navigate(isPanelPushed ? -2 : -1)
    else await navigate(`${address}${hash}`, { replace: true })
    return true
  }, [collectionId, environment, isHeldBack, navigate, path, photoId, search, state])
}

function bringIntoView(tile: HTMLElement): void {
  const { top, bottom } = tile.getBoundingClientRect()
  if (bottom <= 0 || top >= innerHeight) tile.scrollIntoView({ block: 'center' })
}

/** The part of the timeline's address that names the month of a photo, as far as the store knows it. */
function monthHash(photoId: string, environment: Environment): string {
  const taken = environment.getStore().getSource().get(photoId)?.['dateTaken']
  return typeof taken === 'string' ? `#${taken.slice(0, 7)}` : ''
}

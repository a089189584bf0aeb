import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { photoAddress, readPreviewState, withPanel } from './previewAddress.ts'

export interface Panel {
  readonly isOpen: boolean
  readonly toggle: () => void
  /** True while the panel is closing: the URL is still the old one, and no other navigation may start from it. */
  readonly isClosing: () => boolean
  /**
   * Returns true once after the user has opened the panel, which must then take the focus. Returns false for a panel
   * that only the URL has opened.
   */
  readonly consumeFocusRequest: () => boolean
}

/** The information panel. The URL says whether it is open. Opening it adds a history entry, so that Back closes it. */
export function usePanel(photoId: string, isOpen: boolean): Panel {
  const navigate = useNavigate()
  const { key, pathname, search, state } = useLocation()
  const isFocusWanted = useRef(false)
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
    // A new history entry means that the panel has closed.
    // eslint-disable-next-line react/exhaustive-effect-dependencies
  }, [key])
  const isClosing = useCallback(() => closing.current, [])
  const toggle = useCallback(() => {
    if (closing.current) return
    closing.current = isOpen
    isFocusWanted.current = !isOpen
    const { isFromLibrary, isPanelPushed } = readPreviewState(state)
    const address = photoAddress({ pathname, search: withPanel(search, !isOpen) }, photoId)
    if (!isOpen) void navigate(address, { state: { isFromLibrary, isPanelPushed: true } })
    else if (isPanelPushed) void navigate(-1)
    else void navigate(address, { replace: true, state: { isFromLibrary } })
  }, [isOpen, navigate, pathname, photoId, search, state])
  const consumeFocusRequest = useCallback(() => {
    const isWanted = isFocusWanted.current
    isFocusWanted.current = false
    return isWanted
  }, [])
  return useMemo(
    () => ({ isOpen, toggle, isClosing, consumeFocusRequest }),
    [isOpen, toggle, isClosing, consumeFocusRequest],
  )
}

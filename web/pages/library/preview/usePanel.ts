import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { photoAddress, readPreviewState, withPanel } from './previewAddress.ts'

export interface Panel {
  readonly isOpen: boolean
  readonly toggle: () => void
  /** Whether the panel is closing: the address is still the old one and must not be used for another navigation. */
  readonly isClosing: () => boolean
  /** Returns true once after the user, not the address, has opened the panel: it must then take the focus. */
  readonly consumeFocusRequest: () => boolean
}

/** The information panel. The address holds whether it is open. Opening it adds a history entry, so that Back closes it. */
export function usePanel(photoId: string, isOpen: boolean): Panel {
  const navigate = useNavigate()
  const { key, pathname, search, state } = useLocation()
  const isFocusWanted = useRef(false)
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
    // Any new address ends the closing.
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

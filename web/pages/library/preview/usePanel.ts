import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { photoAddress, readPreviewState, withPanel } from './previewAddress.ts'

export interface Panel {
  readonly isOpen: boolean
  readonly toggle: () => void
  /** Whether it is about to close: the address is still the old one, and nobody is to go on from that. */
  readonly isClosing: () => boolean
  /** Whether it was opened just now by somebody, and not by the address: it is to have the focus. True once. */
  readonly takeFocusWish: () => boolean
}

/** The panel of information, open or closed as the address says. Opening it is a step in the history: Back closes it. */
export function usePanel(photoId: string, isOpen: boolean): Panel {
  const navigate = useNavigate()
  const { key, pathname, search, state } = useLocation()
  const isFocusWanted = useRef(false)
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
    // With the next address it is over, whichever that is.
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
  const takeFocusWish = useCallback(() => {
    const isWanted = isFocusWanted.current
    isFocusWanted.current = false
    return isWanted
  }, [])
  return useMemo(() => ({ isOpen, toggle, isClosing, takeFocusWish }), [isOpen, toggle, isClosing, takeFocusWish])
}

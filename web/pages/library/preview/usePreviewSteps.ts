import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { StepDirection } from './PhotoChain.ts'
import type { Beside, PhotoWindow } from './PhotoWindow.ts'
import { photoAddress } from './previewAddress.ts'

export interface PreviewSteps {
  readonly beside: Beside
  /**
   * Goes to the photo beside this one, as soon as it is known which that is; each call is a step. Does nothing at the ends.
   * @param isHeld whether a key that is held down says it again: such steps are not made up for later
   */
  readonly step: (direction: StepDirection, isHeld?: boolean) => void
  /** Goes to a photo that took the place of this one. */
  readonly goTo: (photoId: string) => Promise<void>
}

/**
 * Stepping through the photos: each step replaces the address, so that Back closes the view.
 * @param isHeldBack whether the address is about to be another one: steps are made up for then
 */
export function usePreviewSteps(photoId: string, window: PhotoWindow, isHeldBack: () => boolean): PreviewSteps {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const beside = useSyncExternalStore(window.subscribe, () => window.beside(photoId))
  // Where one is, or is on the way to; and how many steps further one wanted to be, backwards below zero.
  const at = useRef(photoId)
  const wish = useRef(0)
  const onTheWay = useRef(new Set<string>())

  const goTo = useCallback(
    async (target: string) => {
      at.current = target
      onTheWay.current.add(target)
      // Who is beside it is asked for now, not when the router is there.
      window.moveTo(target)
      await navigate(photoAddress({ pathname, search }, target), { replace: true, state })
    },
    [navigate, pathname, search, state, window],
  )
  const settle = useCallback(() => {
    if (isHeldBack()) return
    const from = at.current
    let target = from
    while (wish.current !== 0) {
      const direction = wish.current > 0 ? 'next' : 'previous'
      const neighbour = window.beside(target)[direction]
      if (neighbour === undefined) break
      wish.current = neighbour === null ? 0 : wish.current - Math.sign(wish.current)
      target = neighbour?.id ?? target
    }
    if (target !== from) void goTo(target)
  }, [goTo, isHeldBack, window])
  useEffect(() => {
    settle()
    return window.subscribe(settle)
  }, [window, settle])
  useEffect(() => {
    // Quick steps go on from where they lead, not from a photo that they pass.
    if (photoId !== at.current && onTheWay.current.has(photoId)) return
    onTheWay.current.clear()
    at.current = photoId
  }, [photoId])

  const step = useCallback(
    (direction: StepDirection, isHeld = false) => {
      const way = direction === 'next' ? 1 : -1
      wish.current = isHeld ? way : wish.current + way
      settle()
    },
    [settle],
  )
  return useMemo(() => ({ beside, step, goTo }), [beside, step, goTo])
}

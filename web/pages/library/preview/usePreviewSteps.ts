import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { StepDirection } from './PhotoChain.ts'
import type { Neighbours, PhotoWindow } from './PhotoWindow.ts'
import { photoAddress } from './previewAddress.ts'

export interface PreviewSteps {
  readonly neighbours: Neighbours
  /**
   * Steps to the neighbour as soon as it is known. Each call is one step. Does nothing at the ends of the list.
   * @param isHeld whether the event is a repeat of a key that is held down: such steps are not queued
   */
  readonly step: (direction: StepDirection, isHeld?: boolean) => void
  /** Replaces the shown photo by another one. */
  readonly goTo: (photoId: string) => Promise<void>
}

/**
 * Steps through the photos. Each step replaces the address, so that Back closes the view.
 * @param isNavigating whether another navigation is running: steps are queued until it has ended
 */
export function usePreviewSteps(photoId: string, window: PhotoWindow, isNavigating: () => boolean): PreviewSteps {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const neighbours = useSyncExternalStore(window.subscribe, () => window.neighboursOf(photoId))
  // The photo that is shown or being navigated to.
  const current = useRef(photoId)
  // The number of queued steps; negative for steps back.
  const queued = useRef(0)
  const navigatingTo = useRef(new Set<string>())

  const goTo = useCallback(
    async (target: string) => {
      current.current = target
      navigatingTo.current.add(target)
      // Loads the neighbours now instead of after the navigation.
      window.moveTo(target)
      await navigate(photoAddress({ pathname, search }, target), { replace: true, state })
    },
    [navigate, pathname, search, state, window],
  )
  const settle = useCallback(() => {
    if (isNavigating()) return
    const from = current.current
    let target = from
    while (queued.current !== 0) {
      const direction = queued.current > 0 ? 'next' : 'previous'
      const neighbour = window.neighboursOf(target)[direction]
      if (neighbour === undefined) break
      queued.current = neighbour === null ? 0 : queued.current - Math.sign(queued.current)
      target = neighbour?.id ?? target
    }
    if (target !== from) void goTo(target)
  }, [goTo, isNavigating, window])
  useEffect(() => {
    settle()
    return window.subscribe(settle)
  }, [window, settle])
  useEffect(() => {
    // Quick steps continue from their target, not from a photo that is shown on the way to the target.
    if (photoId !== current.current && navigatingTo.current.has(photoId)) return
    navigatingTo.current.clear()
    current.current = photoId
  }, [photoId])

  const step = useCallback(
    (direction: StepDirection, isHeld = false) => {
      const way = direction === 'next' ? 1 : -1
      queued.current = isHeld ? way : queued.current + way
      settle()
    },
    [settle],
  )
  return useMemo(() => ({ neighbours, step, goTo }), [neighbours, step, goTo])
}

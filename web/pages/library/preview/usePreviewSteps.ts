import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { previewPath } from '../../../shared/paths.ts'

export type StepDirection = 'previous' | 'next'

/** Whose neighbours, and which photos they are, by global id. */
export interface KnownNeighbours {
  readonly of: string
  readonly previous: string | null
  readonly next: string | null
}

export interface PreviewSteps {
  /** The last that were known: of this photo, or still of the one before it. */
  readonly neighbours: KnownNeighbours | null
  /** Goes to the photo beside this one; as soon as it is known which that is. Does nothing at the ends. */
  readonly step: (direction: StepDirection) => void
  readonly learn: (neighbours: KnownNeighbours) => void
}

/** Stepping through the photos: each step replaces the address, so that Back closes the view. */
export function usePreviewSteps(photoId: string): PreviewSteps {
  const navigate = useAppNavigate()
  const { state } = useLocation()
  const [neighbours, setNeighbours] = useState<KnownNeighbours | null>(null)
  const waiting = useRef<{ readonly from: string; readonly direction: StepDirection } | null>(null)

  const go = useCallback(
    (target: string | null) => {
      waiting.current = null
      if (target !== null) navigate(previewPath(target), { replace: true, state })
    },
    [navigate, state],
  )
  const step = useCallback(
    (direction: StepDirection) => {
      if (neighbours?.of === photoId) go(neighbours[direction])
      else waiting.current = { from: photoId, direction }
    },
    [go, neighbours, photoId],
  )
  const learn = useCallback(
    (known: KnownNeighbours) => {
      setNeighbours(known)
      const wish = waiting.current
      if (wish?.from === known.of) go(known[wish.direction])
    },
    [go],
  )
  return { neighbours, step, learn }
}

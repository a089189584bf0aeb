import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import type { CollectionsLayout } from './collectionGeometry.ts'
import { type Span, CollectionViewport } from './CollectionViewport.ts'

/** Follows which part of an album is near the screen, and keeps in place what is looked at. */
export function useCollectionViewport(container: RefObject<HTMLElement | null>, layout: CollectionsLayout) {
  const [viewport] = useState(() => new CollectionViewport())
  const [span, setSpan] = useState<Span | null>(null)
  useLayoutEffect(() => viewport.place(layout), [viewport, layout])
  useEffect(() => {
    if (!container.current) return undefined
    let isFirst = true
    return viewport.attach(container.current, (next) => {
      // Only the first is waited for: drawing what comes near may be interrupted, scrolling not.
      if (isFirst) setSpan(next)
      else startTransition(() => setSpan(next))
      isFirst = false
    })
  }, [viewport, container])
  useEffect(() => viewport.drawn())
  return { viewport, span }
}

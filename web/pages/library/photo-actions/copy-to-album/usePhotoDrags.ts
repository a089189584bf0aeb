import { useEffect, useEffectEvent } from 'react'
import { placeOf } from '../../photo-collection/grid/placeOf.ts'
import type { GridPlace } from '../../photo-collection/grid/ViewGrid.ts'

export interface PhotoDragListener {
  /** A photo of a grid is dragged; false: it is not to be. */
  readonly onStart: (place: GridPlace, event: DragEvent) => boolean
  /** The mouse has let go, or Escape was pressed. */
  readonly onEnd: () => void
}

/**
 * Tells when photos are dragged with the mouse. A tile can be dragged only while the mouse is pressed on it: a finger that
 * rests on it selects, and is not to drag.
 */
export function usePhotoDrags(listener: PhotoDragListener): void {
  const onStart = useEffectEvent(listener.onStart)
  const onEnd = useEffectEvent(listener.onEnd)
  useEffect(() => {
    let pressed: HTMLElement | null = null
    const end = () => {
      if (pressed) pressed.draggable = false
      pressed = null
      onEnd()
    }
    const press = ({ target, pointerType, button }: PointerEvent) => {
      end()
      const tile = target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null
      if (!tile || pointerType !== 'mouse' || button !== 0 || !placeOf(tile)) return
      tile.draggable = true
      pressed = tile
    }
    const start = (event: DragEvent) => {
      const place = event.target === pressed ? placeOf(pressed) : null
      if (place && !onStart(place, event)) event.preventDefault()
    }
    const aborter = new AbortController()
    const options = { signal: aborter.signal }
    document.addEventListener('pointerdown', press, options)
    document.addEventListener('pointerup', end, options)
    document.addEventListener('dragstart', start, options)
    document.addEventListener('dragend', end, options)
    // A tile that is scrolled away leaves the document, and never says that its drag has ended; while something is
    // dragged, no pointer moves.
    document.addEventListener('pointermove', ({ buttons }) => buttons === 0 && pressed && end(), options)
    return () => aborter.abort()
  }, [])
}

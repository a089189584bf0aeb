import { useEffect, useEffectEvent } from 'react'
import { photoLinkOf } from '../../photo-collection/grid/photoLinkOf.ts'
import { placeOf } from '../../photo-collection/grid/placeOf.ts'
import type { GridPlace } from '../../photo-collection/grid/ViewGrid.ts'

export interface PhotoDragListener {
  /** A drag of a photo in a grid starts. Returns false to prevent it. */
  readonly onStart: (place: GridPlace, event: DragEvent) => boolean
  /** The mouse button was released, or Escape was pressed. */
  readonly onEnd: () => void
}

/**
 * Reports when photos are dragged with the mouse. A tile is draggable only while the mouse is pressed on it, because a
 * long press of a finger selects and must not start a drag.
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
      const tile = photoLinkOf(target)
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
    // A tile that is scrolled away during its drag leaves the document and gets no `dragend`. There are no pointer
    // events during a drag, so the next `pointermove` shows that it has ended.
    document.addEventListener('pointermove', ({ buttons }) => buttons === 0 && pressed && end(), options)
    return () => aborter.abort()
  }, [])
}

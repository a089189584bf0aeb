import { readingKey } from '../../../../shared/direction.ts'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { followScrolling } from '../../../../shared/followScrolling.ts'
import type { TimelineControl } from '../timelineControl.ts'
import type { TitledMonth } from './findMonths.ts'
import { useAskedMonth } from './useAskedMonth.ts'
import { fractionOf, yearMarks, yearStep } from './yearMarks.ts'
import styles from './MonthSlider.module.css'

/** The size of the handle in pixels, as in the style sheet. Its middle points at the month. */
const handleSize = 44
/** The height (px) that a year's label needs. */
const labelRoom = 22

export interface MonthSliderProps {
  readonly control: TimelineControl
  readonly months: readonly TitledMonth[]
}

/**
 * A slider over all months at the window's edge. Scrolling within a month does not move its handle. When another month
 * reaches the top, a transform moves the handle, which needs neither measuring nor layout.
 */
export function MonthSlider({ control, months }: MonthSliderProps) {
  const { formatMessage } = useIntl()
  const rail = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const height = useHeight(rail)
  useShownWhileScrolling(rail)
  const { index, ask } = useAskedMonth(control)
  const [hovered, setHovered] = useState<number | null>(null)
  const { isDragging, ...pointer } = useDragging({ rail, handle, input, count: months.length, ask, hover: setHovered })
  const marks = useMemo(() => yearMarks(months, height - handleSize, labelRoom), [months, height])
  // React's type has no custom properties.
  const place = (of: number) => ({ '--at': fractionOf(of, months.length) }) as CSSProperties
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(readingKey(event.key), index, months)
    if (target === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    ask(target)
  }
  return (
    <div ref={rail} className={styles.rail} data-dragging={isDragging || undefined} {...pointer}>
      <div aria-hidden="true" className={styles.marks}>
        {marks.map((mark) => (
          <span key={mark.index} className={styles.mark} style={place(mark.index)}>
            {mark.year}
          </span>
        ))}
        {hovered !== null && !isDragging && (
          <span className={styles.hovered} style={place(hovered)}>
            {months[hovered]?.title}
          </span>
        )}
      </div>
      <div ref={handle} className={styles.handle} style={place(index)}>
        {/* An invisible native slider: the only kind that screen readers on phones can move. */}
        <input
          ref={input}
          type="range"
          aria-label={formatMessage({ id: 'scrubber.label' })}
          aria-orientation="vertical"
          aria-valuetext={months[index]?.title}
          min={1}
          max={months.length}
          value={index + 1}
          className={styles.input}
          onChange={(event) => ask(Number(event.target.value) - 1)}
          onKeyDown={onKeyDown}
        />
        <span className={styles.knob} />
        <span aria-hidden="true" className={styles.bubble}>
          {months[index]?.title}
        </span>
      </div>
    </div>
  )
}

/** The index of the month that a key leads to. Down moves down on the screen; page keys move by a year. */
function keyTarget(key: string, index: number, months: readonly TitledMonth[]): number | null {
  const last = months.length - 1
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(last, index + 1)
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'PageDown') return yearStep(months, index, 1)
  if (key === 'PageUp') return yearStep(months, index, -1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

interface DraggingOptions {
  readonly rail: { readonly current: HTMLElement | null }
  readonly handle: { readonly current: HTMLElement | null }
  readonly input: { readonly current: HTMLElement | null }
  readonly count: number
  readonly ask: (index: number) => void
  readonly hover: (index: number | null) => void
}

/**
 * Moves the handle with the pointer: a press jumps to the pointer, a drag follows it. The rail is measured only when
 * the pointer enters it and when a drag starts.
 */
function useDragging({ rail, handle, input, count, ask, hover }: DraggingOptions) {
  const [isDragging, setDragging] = useState(false)
  const measured = useRef({ top: 0, height: 1, grip: 0 })
  const asked = useRef(-1)
  const measure = () => {
    const { top, height } = rail.current?.getBoundingClientRect() ?? { top: 0, height: 1 }
    measured.current = { top: top + handleSize / 2, height: Math.max(1, height - handleSize), grip: 0 }
  }
  const indexAt = (y: number) => {
    const { top, height, grip } = measured.current
    const fraction = Math.min(1, Math.max(0, (y - grip - top) / height))
    return Math.round(fraction * (count - 1))
  }
  const go = (y: number) => {
    const index = indexAt(y)
    if (index === asked.current) return
    asked.current = index
    ask(index)
  }
  const end = () => {
    setDragging(false)
    asked.current = -1
  }
  return {
    isDragging,
    onPointerEnter: measure,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      measure()
      // A press on the handle does not move the handle, even if the press is not on its middle.
      const box = handle.current?.getBoundingClientRect()
      const isHeld = event.target instanceof Node && handle.current?.contains(event.target) === true
      if (box && isHeld) measured.current.grip = event.clientY - (box.top + box.height / 2)
      // A touch does not focus the slider: focus would keep the handle visible after the touch.
      if (event.pointerType !== 'touch') input.current?.focus({ preventScroll: true })
      setDragging(true)
      if (!isHeld) go(event.clientY)
    },
    onPointerMove: (event: PointerEvent) => {
      if (isDragging) go(event.clientY)
      else if (event.pointerType === 'mouse') hover(indexAt(event.clientY))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => hover(null),
  }
}

/** The height of an element in pixels, kept up to date. */
function useHeight(element: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(600)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setHeight(entry.contentRect.height)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return height
}

const shownMilliseconds = 1_500

/** Sets `data-scrolling` on an element while the page scrolls and for a moment afterwards. */
function useShownWhileScrolling(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    return followScrolling((isMoving) => {
      if (isMoving) current.dataset['scrolling'] = ''
      else delete current.dataset['scrolling']
    }, shownMilliseconds)
  }, [element])
}

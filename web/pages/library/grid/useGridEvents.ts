import { useMemo } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { RangeSelector } from '../selection/RangeSelector.ts'
import { destinationOf } from './gridKeys.ts'
import { placeOf } from './placeOf.ts'
import type { GridPlace, ViewGrid } from './ViewGrid.ts'

/** What the view's element listens to, for all photos in it. */
export function useGridEvents(view: ViewGrid) {
  return useMemo(() => {
    const range = new RangeSelector(view.selection, view.order)
    const opening = { is: false }
    return {
      range,
      onFocus: (event: FocusEvent<HTMLElement>) => takeFocus(view, event),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (event.target === event.currentTarget) view.giveUp()
      },
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        if (!opening.is) click(view, range, event)
        opening.is = false
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        opening.is = event.key === 'Enter'
        press(view, range, event)
      },
      onKeyUp: () => {
        opening.is = false
      },
    }
  }, [view])
}

/** The view's own element takes focus for its photos: it leads on to the one that has it, or to the first on screen. */
function takeFocus(view: ViewGrid, { target, currentTarget }: FocusEvent<HTMLElement>): void {
  const place = placeOf(target)
  if (place) view.setActive(place)
  if (target !== currentTarget || view.isKeepingFocus) return
  const links = [...currentTarget.querySelectorAll<HTMLElement>('[data-photo]')]
  const link = links.find((tile) => tile.getBoundingClientRect().top >= 0) ?? links[0]
  link?.focus({ preventScroll: true })
}

/** While photos are selected, a click selects; the circle and the keys that go with selecting begin it. */
function click(view: ViewGrid, range: RangeSelector, event: MouseEvent<HTMLElement>): void {
  const place = placeOf(event.target)
  if (!place) return
  const isModified = event.ctrlKey || event.metaKey
  const isOnCircle = !(event.target instanceof Element && event.target.closest('[data-photo]'))
  if (view.selection.purpose === null && !isModified && !event.shiftKey && !isOnCircle) return
  event.preventDefault()
  if (event.shiftKey) range.extendTo(place)
  else range.toggle(place)
  view.focus(place)
}

function press(view: ViewGrid, range: RangeSelector, event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, altKey, currentTarget } = event
  const isWide = event.ctrlKey || event.metaKey
  currentTarget.dataset['tooltips'] = key === 'Escape' ? 'dismissed' : 'shown'
  const place = placeOf(event.target) ?? (event.target === currentTarget ? view.active : null)
  if (!place || altKey) return
  if (key === ' ') {
    if (shiftKey) range.extendTo(place)
    else range.toggle(place)
  } else if (key === 'a' && isWide && !shiftKey) {
    view.selection.setAll(view.collections)
  } else if (!move(view, range, place, event)) return
  event.preventDefault()
}

/** Whether the key moves focus, even if there is nowhere further to go. */
function move(view: ViewGrid, range: RangeSelector, from: GridPlace, event: KeyboardEvent): boolean {
  const isWide = event.ctrlKey || event.metaKey
  if (isWide && event.key !== 'Home' && event.key !== 'End') return false
  const destination = destinationOf(view, from, event.key, isWide)
  if (!destination) return destination === null
  const arrived = (place: GridPlace) => {
    if (event.shiftKey) range.extendTo(place, from)
  }
  if ('place' in destination) {
    view.go(destination.place)
    arrived(destination.place)
  } else view.seek(destination.collectionId, destination.target, arrived)
  return true
}

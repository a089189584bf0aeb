import { readingKey } from '../../../../shared/direction.ts'
import { followScrolling } from '../../../../shared/followScrolling.ts'
import { followTouches } from './followTouches.ts'
import { RangeSelector } from '../selection/RangeSelector.ts'
import { destinationOf } from './gridKeys.ts'
import { photoLinkOf } from './photoLinkOf.ts'
import { placeOf } from './placeOf.ts'
import type { GridPlace, ViewGrid } from './ViewGrid.ts'

/**
 * Listens at the view's element to the events of all photos. This code is loaded after the photos. So it adds its
 * listeners itself instead of through React, and handles the events from before it was loaded.
 * @param missed clicks and key presses before this code was loaded, except those that opened a photo
 */
export function listenToPhotos(
  container: HTMLElement,
  view: ViewGrid,
  signal: AbortSignal,
  missed: readonly (MouseEvent | KeyboardEvent)[],
): void {
  const range = new RangeSelector(view.selection, view.order)
  let isOpening = false
  const options = { signal }
  container.addEventListener('focusin', ({ target }) => takeFocus(view, container, target), options)
  container.addEventListener('focusout', ({ target }) => target === container && view.giveUp(), options)
  // The listener runs in the capture phase, so that it runs before the listener that opens photos.
  const beforeOpening = { signal, capture: true }
  const onClick = (event: MouseEvent) => {
    if (!isOpening) click(view, range, event)
    isOpening = false
  }
  container.addEventListener('click', onClick, beforeOpening)
  const onKeyDown = (event: KeyboardEvent) => {
    isOpening = event.key === 'Enter'
    container.dataset['tooltips'] = event.key === 'Escape' ? 'dismissed' : 'shown'
    press(view, range, event, placeOf(event.target) ?? (event.target === container ? view.active : null))
  }
  container.addEventListener('keydown', onKeyDown, options)
  container.addEventListener('keyup', () => (isOpening = false), options)
  followTouches(container, range, signal)
  const shield = container.querySelector<HTMLElement>(':scope > [data-shield]')
  if (shield) followWheel(shield, signal)
  container.dataset['tooltips'] = 'shown'
  if (container.contains(document.activeElement)) takeFocus(view, container, document.activeElement)
  let pressed: EventTarget | null = null
  for (const event of missed) {
    if ('key' in event) {
      // Focus did not move when these keys were pressed. So a second key on the same photo starts at the photo
      // to which the first key led.
      const place = event.target === pressed ? view.active : placeOf(event.target)
      press(view, range, event, place)
      pressed = event.target
    } else click(view, range, event)
  }
}

/**
 * While the wheel is turned, a shield covers the photos: hit testing and styling the photos that pass under the pointer
 * costs as much as drawing new ones. Touches do not raise the shield; a click on it goes through to the photo.
 */
function followWheel(shield: HTMLElement, signal: AbortSignal): void {
  let isWheel = false
  addEventListener('wheel', () => (isWheel = true), { signal, passive: true })
  const stop = followScrolling((isMoving) => {
    shield.hidden = !(isMoving && isWheel)
    isWheel = false
  })
  signal.addEventListener('abort', stop)
  const letThrough = (event: MouseEvent) => {
    shield.hidden = true
    document.elementFromPoint(event.clientX, event.clientY)?.dispatchEvent(new MouseEvent('click', event))
  }
  shield.addEventListener('click', letThrough, { signal })
}

/** Records the photo that has focus. Focus on the view's element moves on to its first photo on screen. */
function takeFocus(view: ViewGrid, container: HTMLElement, target: EventTarget | null): void {
  const place = placeOf(target)
  if (place) view.setActive(place)
  if (target !== container || view.isKeepingFocus) return
  const links = [...container.querySelectorAll<HTMLElement>('[data-photo]')]
  const link = links.find((tile) => tile.getBoundingClientRect().top >= 0) ?? links[0]
  link?.focus({ preventScroll: true })
}

/**
 * Selects the clicked photo if photos are being selected, if the click is on its circle, or if a modifier key is held.
 */
function click(view: ViewGrid, range: RangeSelector, event: MouseEvent): void {
  const place = placeOf(event.target)
  if (!place) return
  const isModified = event.ctrlKey || event.metaKey
  if (view.selection.purpose === null && !isModified && !event.shiftKey && !isOnCircle(event)) return
  event.preventDefault()
  if (event.shiftKey) range.extendTo(place)
  else range.toggle(place)
  view.focus(place)
}

/** A cell has only the link and the circle of its photo. So a click beside the link is a click on the circle. */
function isOnCircle({ target }: MouseEvent): boolean {
  return photoLinkOf(target) === null
}

function press(view: ViewGrid, range: RangeSelector, event: KeyboardEvent, place: GridPlace | null): void {
  if (!place || event.altKey) return
  if (event.key === ' ') {
    if (event.shiftKey) range.extendTo(place)
    else range.toggle(place)
  } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
    view.selection.setAll(view.collections)
  } else if (!move(view, range, place, event)) return
  event.preventDefault()
}

/** Moves focus. Returns whether the key is one that moves focus, even if there is no further photo. */
function move(view: ViewGrid, range: RangeSelector, from: GridPlace, event: KeyboardEvent): boolean {
  const isWide = event.ctrlKey || event.metaKey
  if (isWide && event.key !== 'Home' && event.key !== 'End') return false
  const destination = destinationOf(view, from, readingKey(event.key), isWide)
  if (!destination) return destination === null
  const extend = (place: GridPlace) => {
    if (event.shiftKey) range.extendTo(place, from)
  }
  if ('place' in destination) {
    view.go(destination.place)
    extend(destination.place)
  } else view.seek(destination.collectionId, destination.target, extend)
  return true
}

import { followScrolling } from '../../../../shared/followScrolling.ts'
import { followTouches } from './followTouches.ts'
import { RangeSelector } from '../selection/RangeSelector.ts'
import { destinationOf } from './gridKeys.ts'
import { placeOf } from './placeOf.ts'
import type { GridPlace, ViewGrid } from './ViewGrid.ts'

/**
 * Hears, at the view's element, what happens to all photos in it. It is loaded after them, hence listens by itself
 * instead of through React: what came before it is made up for here.
 * @param missed clicks and presses of Space that came before it, but for those that opened a photo
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
  // Before the link hears of it.
  const beforeLink = { signal, capture: true }
  const onClick = (event: MouseEvent) => {
    if (!isOpening) click(view, range, event)
    isOpening = false
  }
  container.addEventListener('click', onClick, beforeLink)
  const onKeyDown = (event: KeyboardEvent) => {
    isOpening = event.key === 'Enter'
    container.dataset['tooltips'] = event.key === 'Escape' ? 'dismissed' : 'shown'
    press(view, range, container, event)
  }
  container.addEventListener('keydown', onKeyDown, options)
  container.addEventListener('keyup', () => (isOpening = false), options)
  followTouches(container, range, signal)
  const shield = container.querySelector<HTMLElement>(':scope > [data-shield]')
  if (shield) followWheel(shield, signal)
  container.dataset['tooltips'] = 'shown'
  if (container.contains(document.activeElement)) takeFocus(view, container, document.activeElement)
  for (const event of missed) {
    if ('key' in event) press(view, range, container, event)
    else click(view, range, event)
  }
}

/**
 * While the wheel is turned, a shield keeps the pointer off the photos: to find out which of them pass under it, and to
 * style those, costs as much as to draw what comes. A finger goes on to meet them, and what is pressed is pressed.
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

/** The view's own element takes focus for its photos: it leads on to the one that has it, or to the first on screen. */
function takeFocus(view: ViewGrid, container: HTMLElement, target: EventTarget | null): void {
  const place = placeOf(target)
  if (place) view.setActive(place)
  if (target !== container || view.isKeepingFocus) return
  const links = [...container.querySelectorAll<HTMLElement>('[data-photo]')]
  const link = links.find((tile) => tile.getBoundingClientRect().top >= 0) ?? links[0]
  link?.focus({ preventScroll: true })
}

/** While photos are selected, a click selects; the circle and the keys that go with selecting begin it. */
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

/** Whether it is beside the link of a photo. */
function isOnCircle({ target }: MouseEvent): boolean {
  return !(target instanceof Element && target.closest('[data-photo]'))
}

function press(view: ViewGrid, range: RangeSelector, container: HTMLElement, event: KeyboardEvent): void {
  const place = placeOf(event.target) ?? (event.target === container ? view.active : null)
  if (!place || event.altKey) return
  if (event.key === ' ') {
    if (event.shiftKey) range.extendTo(place)
    else range.toggle(place)
  } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
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

/*
 * The script of the page of a book. The functions below run in the browser: their source is put into the page, so they
 * use nothing that is defined outside of them. The page works without them.
 */

/** What the functions share. */
interface Reader {
  readonly book: HTMLElement
  /** The number of the page to stay at when the window changes its size. */
  page: number
  /** The place that the book is scrolling to. Null: it is at rest. */
  target: number | null
}

/** The number of the page with this id or fragment: `page-4`, `#page-4`. NaN for all others. */
function numberOf(id: string): number {
  return Number(/^#?page-(\d+)$/.exec(id)?.[1])
}

/** The places at which the book rests: spreads, or pages in a narrow window. Each is as wide as the book. */
function placesOf({ book }: Reader): HTMLElement[] {
  const spreads = [...book.querySelectorAll<HTMLElement>('.spread')]
  const areSpreads = spreads[0] !== undefined && getComputedStyle(spreads[0]).display !== 'contents'
  return areSpreads ? spreads : [...book.querySelectorAll<HTMLElement>('.page[id]')]
}

function pagesAt(place: Element | undefined): Element[] {
  if (!place) return []
  return place.id ? [place] : [...place.querySelectorAll('.page[id]')]
}

function placeNow({ book }: Reader): number {
  return Math.round(book.scrollLeft / book.clientWidth)
}

function placeOfPage(reader: Reader, number: number): number {
  return placesOf(reader).findIndex((place) => pagesAt(place).some(({ id }) => numberOf(id) === number))
}

/** Scrolls to a place, without animation if the reader prefers reduced motion. */
function leafTo(reader: Reader, wanted: number, behavior: ScrollBehavior = 'smooth'): void {
  const { book } = reader
  const place = Math.max(0, Math.min(wanted, placesOf(reader).length - 1))
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  reader.target = place
  if (behavior === 'smooth') showAhead()
  show(reader, place)
  book.scrollTo({ left: place * book.clientWidth, behavior: isCalm ? 'instant' : behavior })
}

/** Leafs from where the book is scrolling to, so that each of several fast presses counts. */
function leafBy(reader: Reader, steps: number): void {
  leafTo(reader, (reader.target ?? placeNow(reader)) + steps)
}

/** Says which pages are shown: in the bar, the live region, and the numbers. */
function show(reader: Reader, at: number): void {
  const places = placesOf(reader)
  const place = places[at]
  const pages = pagesAt(place)
  if (!place || !pages[0]) return
  reader.page = numberOf(pages[0].id)
  const label = place.dataset['label'] ?? place.getAttribute('aria-label')
  const where = document.querySelector('.where')
  // Setting the same text again would make screen readers announce it again.
  if (where && where.textContent !== label) where.textContent = label
  for (const button of document.querySelectorAll<HTMLElement>('[data-leaf]')) {
    const isEnd = button.dataset['leaf'] === '1' ? at === places.length - 1 : at === 0
    // A disabled button would lose the focus.
    button.setAttribute('aria-disabled', String(isEnd))
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.numbers a')) {
    const isShown = pages.some((page) => link.hash === `#${page.id}`)
    if (isShown) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
    if (link.hash === `#${pages[0].id}`) center(link)
  }
  loadPictures(places.slice(at, at + 3))
}

/** Loads the pictures of a place, and those of the next places as soon as nothing else is being loaded. */
function loadPictures([place, ...next]: readonly HTMLElement[]): void {
  for (const page of pagesAt(place)) page.setAttribute('data-shown', '')
  for (const image of place?.querySelectorAll('img') ?? []) image.loading = 'eager'
  const loadNext = () => {
    for (const later of next) for (const image of later.querySelectorAll('img')) image.loading = 'eager'
  }
  if (document.readyState === 'complete') loadNext()
  else addEventListener('load', loadNext, { once: true })
}

/** Shows the later pages immediately. Otherwise the style hides them until the first pages are loaded. */
function showAhead(): void {
  document.documentElement.setAttribute('data-ahead', '')
}

/** Scrolls a number into the middle of its row, without scrolling the window. */
function center(link: HTMLElement): void {
  const row = link.closest('nav')
  if (!row) return
  const { left, width } = link.getBoundingClientRect()
  const space = row.getBoundingClientRect()
  row.scrollLeft += left + width / 2 - space.left - space.width / 2
}

/** What a key does: a number of steps, or `first` and `last`. */
function stepOf({ key, shiftKey }: KeyboardEvent, target: EventTarget | null): number | 'first' | 'last' | null {
  if (key === 'Home') return 'first'
  if (key === 'End') return 'last'
  if (key === 'ArrowRight' || key === 'PageDown') return 1
  if (key === 'ArrowLeft' || key === 'PageUp') return -1
  // The space bar presses a button that has the focus.
  if (key === ' ' && !(target instanceof Element && target.closest('button'))) return shiftKey ? -1 : 1
  return null
}

function listenToKeys(reader: Reader): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const step = stepOf(event, event.target)
    if (step === null) return
    event.preventDefault()
    if (step === 'first') leafTo(reader, 0)
    else if (step === 'last') leafTo(reader, Infinity)
    else leafBy(reader, step)
  })
}

function listenToClicks(reader: Reader): void {
  addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const button = target.closest<HTMLElement>('[data-leaf]')
    const link = target.closest<HTMLAnchorElement>('.numbers a')
    // A mouse turns the page that it clicks. A finger swipes.
    const isMouse = event instanceof PointerEvent && event.pointerType === 'mouse'
    if (button) leafBy(reader, Number(button.dataset['leaf']))
    else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      leafTo(reader, placeOfPage(reader, numberOf(link.hash)))
    } else if (isMouse && target.closest('.book')) leafBy(reader, event.clientX < innerWidth / 2 ? -1 : 1)
  })
}

/**
 * Follows the scrolling, by the reader's fingers or by our own buttons. When the book is at rest, its page is written
 * into the address.
 */
function listenToScrolling(reader: Reader): void {
  let timer = 0
  reader.book.addEventListener('scroll', () => {
    if (reader.target === null) show(reader, placeNow(reader))
    clearTimeout(timer)
    timer = window.setTimeout(() => {
      // On a busy machine, the scrolling may pause before it reaches its target.
      if (reader.target !== null && reader.target !== placeNow(reader)) return
      reader.target = null
      show(reader, placeNow(reader))
      // Browsers refuse too many changes of the address. The book works without them.
      try {
        history.replaceState(null, '', `#page-${reader.page}`)
      } catch {}
    }, 150)
  })
  // The reader scrolls by hand, so the scrolling that a key or a button has started no longer counts.
  for (const type of ['wheel', 'touchstart']) {
    const takeOver = () => {
      reader.target = null
      showAhead()
    }
    reader.book.addEventListener(type, takeOver, { passive: true })
  }
  addEventListener('hashchange', () => {
    const place = placeOfPage(reader, numberOf(location.hash))
    if (place >= 0) leafTo(reader, place)
  })
  // The first call opens the page of the address. Later ones keep the page while the window changes its size.
  new ResizeObserver(() => {
    leafTo(reader, placeOfPage(reader, reader.page), 'instant')
    reader.target = null
  }).observe(reader.book)
}

function offerFullScreen(): void {
  const button = document.querySelector<HTMLElement>('.full')
  if (!button || !document.fullscreenEnabled) return
  button.hidden = false
  button.addEventListener('click', () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // The browser refuses full screen if the page that embeds the book does not allow it.
    change.catch(() => undefined)
  })
  document.addEventListener('fullscreenchange', () => {
    button.setAttribute('aria-pressed', String(document.fullscreenElement !== null))
  })
}

/** Reports once that the book was visible for two seconds without a break. An embedded book may be out of sight. */
function reportView(book: HTMLElement, url: string): void {
  let timer = 0
  let isInSight = false
  const watch = () => {
    clearTimeout(timer)
    if (!isInSight || document.visibilityState !== 'visible') return
    timer = window.setTimeout(() => {
      navigator.sendBeacon(url)
      sight.disconnect()
      document.removeEventListener('visibilitychange', watch)
    }, 2000)
  }
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting ?? false
    watch()
  })
  sight.observe(book)
  document.addEventListener('visibilitychange', watch)
}

function startReader(): void {
  const book = document.querySelector<HTMLElement>('.book')
  if (!book) return
  const reader: Reader = { book, page: numberOf(location.hash), target: null }
  if (placeOfPage(reader, reader.page) < 0) reader.page = 1
  for (const controls of document.querySelectorAll<HTMLElement>('.controls')) controls.hidden = false
  show(reader, placeOfPage(reader, reader.page))
  listenToScrolling(reader)
  listenToKeys(reader)
  listenToClicks(reader)
  offerFullScreen()
  const { views } = book.dataset
  if (views) reportView(book, views)
}

const functions = [
  numberOf,
  placesOf,
  pagesAt,
  placeNow,
  placeOfPage,
  leafTo,
  leafBy,
  show,
  loadPictures,
  showAhead,
  center,
  stepOf,
  listenToKeys,
  listenToClicks,
  listenToScrolling,
  offerFullScreen,
  reportView,
  startReader,
]

/**
 * A script for the head. Before the page is painted, the script sets an attribute that makes the style reserve room for
 * the buttons and hide later pages. When the pictures of the first pages are loaded, the script sets another attribute
 * that shows the later pages.
 */
export const firstScript = `(root=>{root.setAttribute('data-script','');addEventListener('load',()=>root.setAttribute('data-ahead',''))})(document.documentElement)`

/** The source of the script, without types, comments and indentation. */
export const bookScript = `'use strict';{${functions.join('\n')}
startReader()}`
  .replaceAll(/^ *\/\/.*$/gm, '')
  .replaceAll(/\s*\n\s*/g, '\n')
  .replaceAll(/ {2,}/g, ' ')

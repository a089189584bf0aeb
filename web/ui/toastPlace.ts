/**
 * The elements that a toast must not cover. Photos and albums are not among them, because they fill a large part of the
 * page.
 */
const controls = ':is(a[href], button, input, select, textarea):not([data-photo], [data-album])'
/** The space (px) above and below toasts. */
const space = 8
/** Toasts appear in the upper part of the window: this share of its height. */
const upperPart = 0.6
/** Time (ms) from the last scroll event until the toasts move to a place where they cover no control. */
const stillMilliseconds = 150

/** An area of the window, in pixels. */
export type Area = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>

/**
 * The first top edge, from `start` down, at which an area of a toast's width and height touches no control.
 * @returns `start` if each such area would extend below `limit`
 */
export function freeTop(toast: Area, taken: readonly Area[], start: number, limit: number): number {
  const height = toast.bottom - toast.top
  let top = start
  for (const area of taken.toSorted((one, other) => one.top - other.top)) {
    const isBeside = area.right <= toast.left || area.left >= toast.right
    if (isBeside || area.bottom <= top - space) continue
    if (area.top >= top + height + space) break
    top = area.bottom + space
  }
  return top + height <= limit ? top : start
}

/** Moves the toasts to the first place below the page's bar where they cover no control. */
function place(region: HTMLElement): void {
  const toasts = [...region.querySelectorAll('li')].map((toast) => toast.getBoundingClientRect())
  const [first] = toasts
  const last = toasts.at(-1)
  if (!first || !last) return
  const all: Area = {
    top: first.top,
    bottom: last.bottom,
    left: Math.min(...toasts.map(({ left }) => left)),
    right: Math.max(...toasts.map(({ right }) => right)),
  }
  const bar = document.querySelector('[data-page-bar]')?.getBoundingClientRect().bottom ?? 0
  const taken = [...document.querySelectorAll(controls)].filter((control) => isShown(control, region))
  const start = bar + space
  const limit = window.innerHeight * upperPart
  const areas = taken.map((control) => control.getBoundingClientRect())
  region.style.top = `${freeTop(all, areas, start, limit)}px`
}

function isShown(control: Element, region: HTMLElement): boolean {
  if (region.contains(control)) return false
  const { visibility, opacity } = getComputedStyle(control)
  return visibility !== 'hidden' && opacity !== '0'
}

/**
 * Places the toasts now, and again when the window has been scrolled or resized. They stay where they are while the
 * page scrolls. Returns a function that stops placing the toasts.
 */
export function keepOffControls(region: HTMLElement): () => void {
  place(region)
  const aborter = new AbortController()
  const options = { passive: true, signal: aborter.signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  const placeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => place(region), stillMilliseconds)
  }
  addEventListener('scroll', placeSoon, options)
  addEventListener('resize', placeSoon, options)
  return () => {
    clearTimeout(timer)
    aborter.abort()
  }
}

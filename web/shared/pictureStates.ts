import { retryLater } from '../app/backoff.ts'
import { isScrolling } from './scrolling.ts'

/** How often a failed picture is requested again after a delay. Further requests wait until the network is back. */
const retries = 4

/** For each picture that has failed: how often, and how to cancel its next request. */
const failures = new WeakMap<HTMLImageElement, { readonly times: number; readonly cancel: () => void }>()

// All pictures have these two listeners together: while a customer scrolls, pictures come and go by the dozen, and a
// state and two renderings for each would take time. The events of pictures do not bubble, so the listeners use the
// capture phase.
document.addEventListener('load', ({ target }) => isPicture(target) && show(target, !isScrolling()), true)
document.addEventListener('error', ({ target }) => isPicture(target) && fail(target), true)

/** The ref of a picture: shows it at once if the browser has it in memory, and forgets its failures when it is removed. */
export function followPicture(image: HTMLImageElement | null): (() => void) | undefined {
  if (!image) return undefined
  if (image.complete && image.naturalWidth > 0) show(image, false)
  return () => forgetFailures(image)
}

function isPicture(target: EventTarget | null): target is HTMLImageElement {
  return target instanceof HTMLImageElement && target.hasAttribute('data-picture')
}

/** @param isFading whether the picture fades in. While scrolling, the fading pictures would be too many layers. */
function show(image: HTMLImageElement, isFading: boolean): void {
  forgetFailures(image)
  image.toggleAttribute('data-fading', isFading)
  image.dataset['state'] = 'shown'
}

function fail(image: HTMLImageElement): void {
  const before = failures.get(image)
  before?.cancel()
  const times = before?.times ?? 0
  delete image.dataset['state']
  const retry = () => {
    // The same URL once more makes the browser request the picture again.
    if (image.isConnected) image.setAttribute('src', image.src)
  }
  failures.set(image, { times: times + 1, cancel: retryLater(times, retry, { times: retries }) })
}

function forgetFailures(image: HTMLImageElement): void {
  failures.get(image)?.cancel()
  failures.delete(image)
}

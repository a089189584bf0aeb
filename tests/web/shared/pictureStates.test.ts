import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followPicture } from '../../../web/shared/pictureStates.ts'

// If another test file in this process has loaded the modules anew, their listeners of the document see these pictures,
// too. So a test must not depend on what only this copy of the module knows.

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

/** A picture in the document, whose requests are observed. */
function picture() {
  const image = document.createElement('img')
  image.dataset['picture'] = ''
  image.src = 'https://images.test/a.jpg'
  document.body.append(image)
  const removed = followPicture(image)
  const observer = new MutationObserver(() => undefined)
  observer.observe(image, { attributeFilter: ['src'] })
  return {
    image,
    remove: () => {
      image.remove()
      removed?.()
    },
    fail: () => image.dispatchEvent(new Event('error')),
    /** Whether the picture was requested since the last call. Test files in one process share the document's listeners. */
    isRequested: () => observer.takeRecords().length > 0,
  }
}

const minute = 60_000

test('a failed picture is requested four more times, then only when the network is back', () => {
  const { fail, isRequested } = picture()
  for (let time = 1; time <= 4; time += 1) {
    fail()
    vi.advanceTimersByTime(2 * minute)
    expect(isRequested()).toBe(true)
  }
  fail()
  vi.advanceTimersByTime(100 * minute)
  expect(isRequested()).toBe(false)
  window.dispatchEvent(new Event('online'))
  expect(isRequested()).toBe(true)
})

test('a picture that was shown after a failure is not requested again', () => {
  const { image, fail, isRequested } = picture()
  fail()
  image.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(2 * minute)
  window.dispatchEvent(new Event('online'))
  expect(isRequested()).toBe(false)
  expect(image.dataset['state']).toBe('shown')
})

test('a failed picture that has left the document is not requested again', () => {
  const { fail, remove, isRequested } = picture()
  fail()
  remove()
  vi.advanceTimersByTime(2 * minute)
  window.dispatchEvent(new Event('online'))
  expect(isRequested()).toBe(false)
})

test('a failed picture that comes back into the document is requested four more times', () => {
  const { image, fail, remove, isRequested } = picture()
  for (let time = 1; time <= 5; time += 1) fail()
  remove()
  document.body.append(image)
  followPicture(image)
  for (let time = 1; time <= 4; time += 1) {
    fail()
    vi.advanceTimersByTime(2 * minute)
    expect(isRequested()).toBe(true)
  }
})

test('a shown picture is transparent again if its next URL fails', () => {
  const { image, fail } = picture()
  image.dispatchEvent(new Event('load'))
  fail()
  expect(image.dataset['state']).toBeUndefined()
})

test('a picture that arrives while the page scrolls does not fade in', () => {
  // Other test files in this process may have scrolled just now, by the real clock.
  vi.advanceTimersByTime(24 * 60 * minute)
  const [still, moving] = [picture(), picture()]
  still.image.dispatchEvent(new Event('load'))
  window.dispatchEvent(new Event('scroll'))
  moving.image.dispatchEvent(new Event('load'))
  expect([still, moving].map(({ image }) => image.hasAttribute('data-fading'))).toEqual([true, false])
})

test('other images have no state', () => {
  const { image } = picture()
  delete image.dataset['picture']
  image.dispatchEvent(new Event('load'))
  expect(image.dataset['state']).toBeUndefined()
})

import { act } from '@testing-library/react'
import { vi } from 'vitest'

type Callback = (entries: readonly Partial<IntersectionObserverEntry>[]) => void

interface Observed {
  readonly element: Element
  readonly callback: Callback
}

/**
 * Replaces what jsdom lacks because it has no layout: an intersection observer that tests control, the width of
 * elements, and other functions that pages call.
 */
export function installLayout(width: number) {
  const observed = new Set<Observed>()
  class IntersectionObserverOfTest {
    readonly #own: Observed[] = []
    readonly #callback: Callback
    constructor(callback: Callback) {
      this.#callback = callback
    }
    observe(element: Element) {
      const entry = { element, callback: this.#callback }
      this.#own.push(entry)
      observed.add(entry)
    }
    disconnect() {
      for (const entry of this.#own) observed.delete(entry)
    }
  }
  class ResizeObserverOfTest {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', IntersectionObserverOfTest)
  vi.stubGlobal('ResizeObserver', ResizeObserverOfTest)
  vi.stubGlobal('scrollTo', () => undefined)
  Element.prototype.scrollIntoView = () => undefined
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, 100))

  const report = (element: Element, isIntersecting: boolean) =>
    act(async () => {
      for (const entry of observed) {
        if (entry.element !== element) continue
        entry.callback([{ isIntersecting, boundingClientRect: new DOMRect(0, 0, width, 100) }])
      }
    })
  return {
    /** Reports that the element is on screen. */
    show: (element: Element) => report(element, true),
    /** Reports that the element is far from the screen. */
    hide: (element: Element) => report(element, false),
  }
}

import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { libraryEvent } from '../support/libraryEvent.ts'
import { monthPage, months, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { ofFile } from '../support/ofFile.ts'

/** A month as the gateway lists it. */
export type Month = readonly [id: string, year: number | null, month: number | null, count: number]

export const may: Month = ['may', 2024, 5, 2]
export const undated: Month = ['undated', null, null, 1]

/** Opens the whole client at the timeline with these months. Scrolling is replaced, because jsdom cannot scroll. */
export async function openTimeline(list: readonly Month[], path = '/my-photos/photos', width = 1_000) {
  const app = renderApp(path, { width })
  const scrolled: number[] = []
  vi.stubGlobal('scrollTo', (to: number | ScrollToOptions) => {
    // Ignores calls with numbers, which the router makes, and smooth scrolls, which take time to arrive.
    if (typeof to === 'object' && to.behavior !== 'smooth') scrolled.push(to.top ?? 0)
  })
  await app.answer('TimelinePageQuery', months(...list))

  /** @param top how far (px) the top of the window is below the top of the timeline */
  async function scroll(top: number) {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top, width, 100))
    await act(async () => {
      window.dispatchEvent(new Event('scroll'))
      // A scroll this far in one frame may be a fling: photos are drawn in the next frame, when the fling has stopped.
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    })
  }

  /** Sends an event about changes in the library. */
  async function sendEvent(cursor: string, changes: Partial<Changes> = {}) {
    const { added = [], removed = [], months: changed = [], isTruncated = false } = changes
    const event = libraryEvent(cursor, {
      addedPhotoIds: added,
      removedPhotoIds: removed,
      isTruncated,
      changedMonths: changed.map(([year, month]) => ({ year, month })),
    })
    await app.send('LibraryStreamSubscription', event)
  }

  return { ...app, scroll, scrolled, sendEvent }
}

/** Opens the timeline and waits until the first screen is shown, although its photos have not loaded. */
export async function openRevealed(list: readonly Month[], width?: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const app = await openTimeline(list, undefined, width)
  await app.asked('CollectionPageQuery')
  await act(() => vi.advanceTimersByTimeAsync(2_500))
  vi.useRealTimers()
  if (!document.querySelector('[data-revealed=true]')) throw new Error('The first screen is still held back.')
  return app
}

interface Changes {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly months: readonly (readonly [year: number | null, month: number | null])[]
  readonly isTruncated: boolean
}

/** Opens the timeline with one month, May 2024, and loads the first page of its `count` photos. */
export async function openMay(count: number, path?: string) {
  const month: Month = ['may', 2024, 5, count]
  const app = await openTimeline([month], path)
  const page = monthPage(month, photosFrom(0, Math.min(24, count)), count > 24)
  await app.answer('CollectionPageQuery', page, { id: 'may' })
  await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
  return app
}

/** The ids of the photos in the document, in order. */
export function shownPhotos(): string[] {
  return screen.queryAllByRole('link', { name: /^Photo / }).map((link) => link.dataset['photo'] ?? '')
}

/** Resets what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
}

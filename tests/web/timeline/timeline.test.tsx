import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { months, monthPage, photo, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { soon } from '../support/soon.ts'
import {
  type Month,
  cleanUp,
  may,
  openMay,
  openRevealed,
  openTimeline,
  shownPhotos,
  undated,
} from './renderTimeline.tsx'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

function ratio(item: HTMLElement | null | undefined): number {
  const row = item?.closest<HTMLElement>('[role=row]')
  return Number.parseFloat(item?.style.width ?? '') / Number.parseFloat(row?.style.height ?? '')
}

/** The element that reserves space for a month's first page. */
const box = '[role=grid] [style*=min-height]'

function reservedHeight(selector: string): string {
  return document.querySelector<HTMLElement>(selector)?.style.minHeight ?? ''
}

/** Finds the titles of months only, because the slider has the same texts. */
const asTitle = { selector: '[id^=title-]' }

/** 200 months of 24 photos, June 2024 and before. */
const manyMonths = Array.from({ length: 200 }, (_, index): Month => {
  const number = 2024 * 12 + 5 - index
  return [`month-${index}`, Math.floor(number / 12), (number % 12) + 1, 24]
})

describe('months', () => {
  test('have titles with month and year; photos without a date have the title Unknown Date', async () => {
    await openTimeline([may, undated])
    expect(await screen.findByText('May 2024')).toBeTruthy()
    expect(screen.getByText('Unknown Date')).toBeTruthy()
    expect(screen.getByText('2 photos')).toBeTruthy()
    expect(screen.getByText('1 photo')).toBeTruthy()
  })

  test('are loaded only when they are near the screen', async () => {
    const app = await openTimeline(manyMonths)
    expect(await screen.findByText('June 2024', asTitle)).toBeTruthy()
    await app.asked('CollectionPageQuery', { id: 'month-0' })
    expect(app.pending('CollectionPageQuery').length).toBeLessThan(6)
    expect(screen.queryByText('January 2010')).toBeNull()
    await app.scroll(60_000)
    const far = await vi.waitFor(() => {
      const [asked] = app.pending('CollectionPageQuery').filter(({ request }) => request.variables['id'] !== 'month-0')
      if (!asked) throw new Error('No other month is requested.')
      return asked
    }, soon)
    expect(far.request.variables).toMatchObject({ first: 24, after: null, isRefresh: false })
    expect(screen.queryByText('June 2024', asTitle)).toBeNull()
  })

  test('that are scrolled past are no longer loaded', async () => {
    const app = await openTimeline(manyMonths)
    await app.asked('CollectionPageQuery', { id: 'month-0' })
    await app.scroll(60_000)
    await waitFor(() => expect(app.pending('CollectionPageQuery', { id: 'month-0' })).toHaveLength(0))
  })

  test('far from the screen leave the document, and the page keeps its length', async () => {
    const app = await openTimeline(manyMonths)
    await screen.findByText('June 2024', asTitle)
    const before = reservedHeight('[data-revealed]')
    await app.scroll(60_000)
    await waitFor(() => expect(screen.queryByText('June 2024', asTitle)).toBeNull())
    expect(document.querySelectorAll('section').length).toBeLessThan(12)
    expect(reservedHeight('[data-revealed]')).toBe(before)
  })

  test('show each photo in a frame with the aspect ratio of the photo', async () => {
    const app = await openTimeline([may])
    const portrait = photo('b', { width: 2000, height: 3000 })
    await app.answer('CollectionPageQuery', monthPage(may, [photo('a'), portrait]), { id: 'may' })
    const [first, second] = await screen.findAllByRole('gridcell')
    expect(ratio(first)).toBeCloseTo(1.5, 1)
    expect(ratio(second)).toBeCloseTo(2 / 3, 1)
  })

  test('keep their reserved height when their photos arrive', async () => {
    const app = await openRevealed([['may', 2024, 5, 24]])
    await app.asked('CollectionPageQuery')
    const reserved = reservedHeight(box)
    expect(Number.parseInt(reserved ?? '0', 10)).toBeGreaterThan(500)
    const portraits = photosFrom(0, 24).map(({ id }) => photo(id, { width: 2000, height: 3000 }))
    await app.answer('CollectionPageQuery', monthPage(['may', 2024, 5, 24], portraits), { id: 'may' })
    await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
    expect(reservedHeight(box)).toBe(reserved)
  })

  test('that fail to load show an error, with a retry', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openTimeline([may])
    await app.fail('CollectionPageQuery', { id: 'may' })
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('CollectionPageQuery', monthPage(may, [photo('a'), photo('b')]), { id: 'may' })
    expect(await screen.findByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
    expect(screen.queryByText('Error: Your photos could not be loaded')).toBeNull()
  })

  test('that fail to load are retried automatically after a while', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openTimeline([may])
    await app.asked('CollectionPageQuery', { id: 'may' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await app.fail('CollectionPageQuery', { id: 'may' })
    expect(screen.getByText('Error: Your photos could not be loaded')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    vi.useRealTimers()
    await app.answer('CollectionPageQuery', monthPage(may, [photo('a')]), { id: 'may' })
    expect(await screen.findByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  })

  test('that fail to load are retried automatically when the connection is back', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openTimeline([may])
    await app.fail('CollectionPageQuery', { id: 'may' })
    await screen.findByText('Error: Your photos could not be loaded')
    act(() => void window.dispatchEvent(new Event('online')))
    await app.answer('CollectionPageQuery', monthPage(may, [photo('a')]), { id: 'may' })
    expect(await screen.findByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  })
})

describe('a tile', () => {
  test('leads to the preview and is named by the time when the photo was taken', async () => {
    await openMay(2)
    const tile = await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
    expect(tile.getAttribute('href')).toBe('/my-photos/photos/preview/photo-0')
    expect(tile.getAttribute('aria-label')).toBe('Photo taken on 9 May 2024 at 23:30')
    expect(within(tile).queryByRole('tooltip', { hidden: true })).toBeNull()
    await userEvent.hover(tile)
    expect(within(tile).getByRole('tooltip', { hidden: true }).textContent).toBe('Taken on 09 May 2024')
  })

  test.each([null, '1970-01-01T00:00:00'])('is named by its file if the date is unknown: %s', async (dateTaken) => {
    const app = await openTimeline([undated])
    await app.answer('CollectionPageQuery', monthPage(undated, [photo('a', { dateTaken })]), { id: 'undated' })
    const tile = await screen.findByRole('link', { name: 'Photo a.jpg' })
    expect(tile.hasAttribute('aria-description')).toBe(false)
    await userEvent.hover(tile)
    expect(within(tile).queryByRole('tooltip', { hidden: true })).toBeNull()
  })

  test('says that its photo cannot be shown, in place of the picture and in its accessible name', async () => {
    const month: Month = ['may', 2024, 5, 2]
    const app = await openTimeline([month])
    const notShown = photo('broken', { pictureProblem: 'UNREADABLE' })
    await app.answer('CollectionPageQuery', monthPage(month, [notShown, photo('good')]), { id: 'may' })
    const tile = await screen.findByRole('link', { name: 'Photo taken on 9 May 2024 at 23:30, cannot be shown' })
    expect(tile.textContent).toContain('Cannot be shown')
    expect(tile.querySelector('img')).toBeNull()
    const good = screen.getByRole('link', { name: ofFile('good.jpg') })
    expect(good.textContent).not.toContain('Cannot be shown')
    expect(good.querySelector('img')).not.toBeNull()
  })
})

describe('+N', () => {
  test('adds 24 photos per press; from the third press on, more are loaded automatically', async () => {
    const month: Month = ['may', 2024, 5, 230]
    const app = await openMay(230)
    for (const [press, left] of [
      [1, 206],
      [2, 182],
      [3, 158],
    ] as const) {
      await app.scroll(press * 1_500)
      await app.user.click(await screen.findByRole('button', { name: `Show ${left} more, May 2024` }))
      const after = `photo-${press * 24 - 1}`
      await app.answer('CollectionPageQuery', monthPage(month, photosFrom(press * 24, 24), true), { after, first: 24 })
    }
    const { request } = await (await app.scroll(6_500), app.asked('CollectionPageQuery', { after: 'photo-95' }))
    expect(request.variables).toMatchObject({ first: 96 })
    await app.answer('CollectionPageQuery', monthPage(month, photosFrom(96, 96), true), { after: 'photo-95' })
    await app.scroll(10_000)
    await app.answer('CollectionPageQuery', monthPage(month, photosFrom(192, 38)), { after: 'photo-191' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Show [\d,]+ more/ })).toBeNull())
  })

  test('loads nothing automatically before the third press', async () => {
    const app = await openMay(130)
    await app.scroll(1_500)
    expect(await screen.findByRole('button', { name: 'Show 106 more, May 2024' })).toBeTruthy()
    expect(app.pending('CollectionPageQuery', { after: 'photo-23' })).toHaveLength(0)
  })

  test('is not shown when a month has no more photos', async () => {
    await openMay(24)
    expect(screen.queryByRole('button', { name: /^Show [\d,]+ more/ })).toBeNull()
  })

  test('moves focus to the photos when it loads the last photos of a month', async () => {
    const app = await openMay(30)
    const more = await screen.findByRole('button', { name: 'Show 6 more, May 2024' })
    await waitFor(() => expect(document.querySelector('[data-tooltips]')).toBeTruthy())
    more.focus()
    await app.user.keyboard('{Enter}')
    await app.answer('CollectionPageQuery', monthPage(['may', 2024, 5, 30], photosFrom(24, 6)), { after: 'photo-23' })
    await waitFor(() => expect(more.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement?.closest('[data-photo]')).toBeTruthy())
  })

  test('shows a failure below the photos, with a retry', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openMay(30)
    await app.user.click(await screen.findByRole('button', { name: 'Show 6 more, May 2024' }))
    await app.fail('CollectionPageQuery', { after: 'photo-23' })
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await waitFor(() => expect(shownPhotos()).toHaveLength(24))
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('CollectionPageQuery', monthPage(['may', 2024, 5, 30], photosFrom(24, 6)), { after: 'photo-23' })
    // Rows far below the window are not in the document.
    await app.scroll(600)
    await waitFor(() => expect(shownPhotos()).toHaveLength(30))
  })
})

describe('the wheel', () => {
  test('keeps the pointer off the photos until they stop moving', async () => {
    await openMay(2)
    await waitFor(() => expect(document.querySelector('[data-tooltips]')).toBeTruthy())
    const shield = document.querySelector<HTMLElement>('[data-shield]')
    window.dispatchEvent(new Event('scroll'))
    expect(shield?.hidden).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 300))
    window.dispatchEvent(new Event('wheel'))
    window.dispatchEvent(new Event('scroll'))
    expect(shield?.hidden).toBe(false)
    await waitFor(() => expect(shield?.hidden).toBe(true))
  })

  test('lets a click through to the photo', async () => {
    const app = await openMay(2)
    await waitFor(() => expect(document.querySelector('[data-tooltips]')).toBeTruthy())
    window.dispatchEvent(new Event('wheel'))
    window.dispatchEvent(new Event('scroll'))
    const shield = document.querySelector<HTMLElement>('[data-shield]')
    const photo = document.querySelector('[data-photo]')
    // jsdom has no layout, so it has no `elementFromPoint`.
    Object.assign(document, { elementFromPoint: () => photo })
    onTestFinished(() => void Reflect.deleteProperty(document, 'elementFromPoint'))
    if (shield) fireEvent.click(shield)
    await waitFor(() => expect(app.router.state.location.pathname).toMatch(/^\/my-photos\/photos\/.+/))
    expect(shield?.hidden).toBe(true)
  })
})

describe('a library', () => {
  test('says that it has no photos, and offers to add some', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months())
    expect(await screen.findByRole('heading', { name: 'Your photo library is empty' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Add photos' })).toHaveLength(2)
  })

  test('says that it cannot be loaded; a retry sends a new request', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/photos')
    await app.fail('TimelinePageQuery')
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('TimelinePageQuery', months(may))
    expect(await screen.findByText('May 2024')).toBeTruthy()
  })

  test('shows an error when its months are missing in the answer', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', { viewer: { library: { id: 'library', timeline: null } } })
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
  })
})

import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { monthPage, months, photo, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { tokenOf } from '../support/session.ts'
import { type Month, cleanUp, openMay, openTimeline, shownPhotos } from './renderTimeline.tsx'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

/** The height (px) of the bar at the top of the window. */
const barHeight = 64

/** 200 months of 24 photos, June 2024 and before. */
const manyMonths = Array.from({ length: 200 }, (_, index): Month => {
  const number = 2024 * 12 + 5 - index
  return [`month-${index}`, Math.floor(number / 12), (number % 12) + 1, 24]
})

function photosOf(month: string) {
  return Array.from({ length: 24 }, (_, index) => photo(`${month}-${index}`))
}

const ascending: Month = ['may-ascending', 2024, 5, 2]

describe('the order', () => {
  test.each([
    ['/my-photos/photos', null, ['DATE_TAKEN', 'DESC']],
    ['/my-photos/photos?sort=created-asc', '{"sortKey":"dateTaken","sortOrder":"asc"}', ['CREATED', 'ASC']],
    ['/my-photos/photos', '{"sortKey":"created","sortOrder":"asc"}', ['CREATED', 'ASC']],
    ['/my-photos/photos?sort=colour-asc', '{"sortKey":"colour","sortOrder":"asc"}', ['DATE_TAKEN', 'DESC']],
    ['/my-photos/photos', '}nonsense', ['DATE_TAKEN', 'DESC']],
  ] as const)('at %s with %s stored is %s', async (path, stored, [sortKey, sortOrder]) => {
    if (stored !== null) localStorage.setItem('keepsake.sort.photos', stored)
    const app = renderApp(path)
    const { request } = await app.asked('TimelinePageQuery')
    expect(request.variables).toMatchObject({ sortKey, sortOrder, isByMonth: sortKey === 'DATE_TAKEN' })
  })

  test('is the default in a browser that blocks reading stored settings', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => {
      if (key.startsWith('keepsake.sort')) throw new DOMException('Blocked', 'SecurityError')
      return session
    })
    const session = JSON.stringify({
      access_token: tokenOf({ sub: 'account-1', email: 'anna@keepsake.example' }),
      refresh_token: 'refresh-1',
      expires_at: Date.now() / 1000 + 600,
    })
    const app = renderApp('/my-photos/photos')
    const { request } = await app.asked('TimelinePageQuery')
    expect(request.variables).toMatchObject({ sortKey: 'DATE_TAKEN', sortOrder: 'DESC' })
  })

  test('changes while the page stays usable, is announced, and Back restores the previous order', async () => {
    const app = await openMay(2)
    // The code that announces the order is loaded after the photos.
    await vi.dynamicImportSettled()
    await act(() => app.router.navigate('/my-photos/photos?sort=dateTaken-asc'))
    const { request } = await app.asked('TimelinePageQuery')
    expect(request.variables).toMatchObject({ sortKey: 'DATE_TAKEN', sortOrder: 'ASC' })
    expect(shownPhotos()).toEqual(['photo-0', 'photo-1'])
    await app.answer('TimelinePageQuery', months(ascending))
    await app.answer('CollectionPageQuery', monthPage(ascending, photosFrom(0, 2).toReversed()), {
      id: 'may-ascending',
    })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-1', 'photo-0']))
    expect(await screen.findByText('Sorted by: Oldest first')).toBeTruthy()
    const [link] = screen.getAllByRole('link', { name: /^Photo / })
    expect(link?.getAttribute('href')).toBe('/my-photos/photos/preview/photo-1?sort=dateTaken-asc')
    await act(() => app.router.navigate(-1))
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1']))
  })
})

describe('a jump', () => {
  test('scrolls to the month in the fragment of the URL, or to the closest month, without loading all months in between', async () => {
    for (const [hash, index] of [
      ['#2024-05', 1],
      ['#2019-05', 61],
      ['#1999-01', 199],
    ] as const) {
      const app = await openTimeline(manyMonths, `/my-photos/photos${hash}`)
      await waitFor(() => expect(app.scrolled).not.toHaveLength(0))
      const height = Number.parseFloat(document.querySelector<HTMLElement>('[data-revealed]')?.style.minHeight ?? '')
      expect(app.scrolled.at(-1)).toBeCloseTo((height / 200) * index - barHeight, 0)
      await app.scroll(app.scrolled.at(-1) ?? 0)
      await app.asked('CollectionPageQuery', { id: `month-${index}` })
      expect(app.pending('CollectionPageQuery').length).toBeLessThan(10)
      app.unmount()
    }
  })
})

test('the visible photos stay in place when heights above the window change', async () => {
  const scrolledBy: number[] = []
  vi.stubGlobal('scrollBy', ({ top }: { readonly top: number }) => scrolledBy.push(top))
  const list: readonly Month[] = [['june', 2024, 6, 24], ['may', 2024, 5, 24], ...manyMonths.slice(2, 20)]
  const app = await openTimeline(list)
  for (const id of ['june', 'may']) {
    await app.answer('CollectionPageQuery', monthPage([id, 2024, id === 'may' ? 5 : 6, 24], photosOf(id)), { id })
    await app.scroll(1_000)
  }
  await screen.findByRole('link', { name: ofFile('june-0.jpg') })
  await app.sendEvent('7')
  await app.answer('TimelinePageQuery', months(...list))
  await app.scroll(3_000)
  expect(scrolledBy).toEqual([])
  const gone = photosOf('june').slice(0, 12)
  await app.sendEvent('8', { removed: gone.map(({ id }) => id), months: [[2024, 6]] })
  await waitFor(() => expect(scrolledBy).toHaveLength(1))
  expect(scrolledBy[0]).toBeLessThan(-200)
})

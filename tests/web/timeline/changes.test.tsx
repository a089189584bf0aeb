import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { monthPage, months, photo, photosFrom } from '../support/photos.ts'
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

/** Starts the live events, after which the page refetches the timeline. */
async function follow(app: Awaited<ReturnType<typeof openMay>>, ...list: readonly Month[]) {
  await app.sendEvent('7')
  await app.answer('TimelinePageQuery', months(...list))
}

/** Deletes a photo optimistically, like a mutation without an answer yet. */
async function deleteOptimistically({ environment }: Awaited<ReturnType<typeof openMay>>, id: string) {
  return await act(async () => environment.applyUpdate({ storeUpdater: (store) => store.delete(id) }))
}

/** The reserved height of the timeline, in pixels. */
const height = () => Number.parseFloat(document.querySelector<HTMLElement>('[data-revealed]')?.style.minHeight ?? '')

describe('a photo that is added on another device', () => {
  test('appears automatically', async () => {
    const app = await openMay(1)
    await follow(app, ['may', 2024, 5, 1])
    await app.sendEvent('8', { added: ['photo-1'], months: [[2024, 5]] })
    await app.answer('TimelinePageQuery', months(['june', 2024, 6, 1], ['may', 2024, 5, 2]))
    await app.answer('CollectionPageQuery', monthPage(['may', 2024, 5, 2], photosFrom(0, 2)), { id: 'may' })
    expect(await screen.findByText('June 2024')).toBeTruthy()
    expect(await screen.findByRole('link', { name: ofFile('photo-1.jpg') })).toBeTruthy()
  })

  test('is still shown after visiting another page, although the store may have an older answer', async () => {
    const app = await openMay(1)
    await follow(app, ['may', 2024, 5, 1])
    await app.sendEvent('8', { added: ['photo-1'], months: [[2024, 5]] })
    await app.answer('TimelinePageQuery', months(['may', 2024, 5, 2]))
    await app.answer('CollectionPageQuery', monthPage(['may', 2024, 5, 2], photosFrom(0, 2)), { isRefresh: true })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1']))
    await act(async () => app.router.navigate('/my-photos/albums'))
    await waitFor(() => expect(shownPhotos()).toEqual([]))
    await act(async () => app.router.navigate(-1))
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1']))
  })

  test('is shown beside the other photos, and no further photos of the month are shown', async () => {
    const app = await openMay(60)
    await follow(app, ['may', 2024, 5, 60])
    await app.sendEvent('8', { added: ['new'], months: [[2024, 5]] })
    await app.answer('TimelinePageQuery', months(['may', 2024, 5, 61]))
    const { request } = await app.asked('CollectionPageQuery', { isRefresh: true })
    expect(request.variables).toMatchObject({ id: 'may', first: 48, after: null })
    const page = monthPage(['may', 2024, 5, 61], [photo('new'), ...photosFrom(0, 47)], true)
    await app.answer('CollectionPageQuery', page, { isRefresh: true })
    await waitFor(() => expect(shownPhotos()).toEqual(['new', ...photosFrom(0, 24).map(({ id }) => id)]))
    expect(screen.getByRole('button', { name: 'Show 36 more, May 2024' })).toBeTruthy()
  })
})

describe('a photo that is deleted elsewhere', () => {
  test('disappears at once, without a request', async () => {
    const app = await openMay(3)
    await follow(app, ['may', 2024, 5, 3])
    await app.sendEvent('8', { removed: ['photo-1'], months: [[2024, 5]] })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-2']))
    await app.answer('TimelinePageQuery', months(['may', 2024, 5, 2]))
    expect(app.pending('CollectionPageQuery')).toHaveLength(0)
  })

  test('removes its month when it was the last photo of the month, and empties the timeline when it was the last photo of all', async () => {
    const app = await openTimeline([may, undated])
    await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 2)), { id: 'may' })
    await app.answer('CollectionPageQuery', monthPage(undated, [photo('x')]), { id: 'undated' })
    await screen.findByRole('link', { name: ofFile('x.jpg') })
    await follow(app, may, undated)
    await app.sendEvent('8', { removed: ['photo-0', 'photo-1'], months: [[2024, 5]] })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'May 2024' })).toBeNull())
    expect(screen.getByRole('region', { name: 'Unknown Date' })).toBeTruthy()
    await app.answer('TimelinePageQuery', months(undated))
    await app.sendEvent('9', { removed: ['x'], months: [[null, null]] })
    expect(await screen.findByRole('heading', { name: 'Your photo library is empty' })).toBeTruthy()
    await app.answer('TimelinePageQuery', months())
    expect(screen.getByRole('heading', { name: 'Your photo library is empty' })).toBeTruthy()
  })

  test('shortens a month that is far from the screen', async () => {
    const others = Array.from({ length: 100 }, (_, index): Month => [`month-${index}`, 2010 - index, 1, 24])
    const app = await openTimeline([may, ...others])
    await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 2)), { id: 'may' })
    await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
    await follow(app, may, ...others)
    await app.scroll(60_000)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'May 2024' })).toBeNull())
    const before = height()
    await app.sendEvent('8', { removed: ['photo-0', 'photo-1'], months: [[2024, 5]] })
    await waitFor(() => expect(height()).toBeLessThan(before - 92))
  })

  test('keeps the number on the +N button correct', async () => {
    const app = await openMay(60)
    await follow(app, ['may', 2024, 5, 60])
    await app.sendEvent('8', { removed: ['photo-3', 'photo-4'], months: [[2024, 5]] })
    await app.answer('TimelinePageQuery', months(['may', 2024, 5, 58]))
    expect(await screen.findByRole('button', { name: 'Show 36 more, May 2024' })).toBeTruthy()
    expect(app.pending('CollectionPageQuery')).toHaveLength(0)
  })

  test('reappears in its place when the deletion fails', async () => {
    const app = await openMay(3)
    const deletion = await deleteOptimistically(app, 'photo-1')
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-2']))
    await act(async () => deletion.dispose())
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1', 'photo-2']))
  })

  test('reappears when its deletion fails, even if it was the only photo', async () => {
    const app = await openMay(1)
    const deletion = await deleteOptimistically(app, 'photo-0')
    expect(await screen.findByRole('heading', { name: 'Your photo library is empty' })).toBeTruthy()
    await act(async () => deletion.dispose())
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0']))
    expect(screen.queryByRole('heading', { name: 'Your photo library is empty' })).toBeNull()
  })
})

function mayOf(count: number): Month {
  return ['may', 2024, 5, count]
}

function monthBox(): Promise<HTMLInputElement> {
  return screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all photos of May 2024' })
}

function selected(): (string | undefined)[] {
  return screen
    .queryAllByRole('gridcell', { selected: true })
    .map((cell) => cell.querySelector<HTMLElement>('[data-photo]')?.dataset['photo'])
}

/** Selects May with its three photos as a whole; then a fourth is added. */
async function addToSelectedMonth() {
  const app = await openMay(3)
  await follow(app, mayOf(3))
  await app.user.click(await monthBox())
  expect(selected()).toEqual(['photo-0', 'photo-1', 'photo-2'])
  await app.sendEvent('8', { added: ['new'], months: [[2024, 5]] })
  return app
}

describe('changes while photos are selected', () => {
  test('deleted photos are deselected', async () => {
    const app = await openMay(3)
    await follow(app, mayOf(3))
    await app.user.click(await monthBox())
    await app.sendEvent('8', { removed: ['photo-1'], months: [[2024, 5]] })
    await app.answer('TimelinePageQuery', months(mayOf(2)))
    await waitFor(() => expect(selected()).toEqual(['photo-0', 'photo-2']))
    expect((await monthBox()).checked).toBe(true)
  })

  test.each(['before', 'after'])(
    'photos added to a selected month are not selected when they are loaded %s its new count',
    async (when) => {
      const app = await addToSelectedMonth()
      const answer = () => app.answer('useSelectionUpkeepQuery', { nodes: [photo('new')] })
      if (when === 'before') await answer()
      await app.answer('TimelinePageQuery', months(mayOf(4)))
      await app.answer('CollectionPageQuery', monthPage(mayOf(4), [photo('new'), ...photosFrom(0, 3)]), {
        isRefresh: true,
      })
      if (when === 'after') await answer()
      await waitFor(() => expect(document.querySelector('[data-photo=new]')).toBeTruthy())
      expect(selected()).toEqual(['photo-0', 'photo-1', 'photo-2'])
      expect((await monthBox()).indeterminate).toBe(true)
      expect(screen.getByText('3 selected', { ignore: 'output *' })).toBeTruthy()
    },
  )

  test('the month is deselected when the query for its added photos fails', async () => {
    const app = await addToSelectedMonth()
    await app.fail('useSelectionUpkeepQuery')
    await waitFor(() => expect(selected()).toEqual([]))
  })
})

test('a truncated event, which does not list every change, refreshes every month', async () => {
  const app = await openMay(60)
  await follow(app, ['may', 2024, 5, 60])
  await app.sendEvent('8', { isTruncated: true, months: [[2001, 1]] })
  await app.answer('TimelinePageQuery', months(['may', 2024, 5, 40]))
  const page = monthPage(['may', 2024, 5, 40], photosFrom(10, 40))
  await app.answer('CollectionPageQuery', page, { isRefresh: true })
  await waitFor(() => expect(shownPhotos()[0]).toBe('photo-10'))
})

describe('a fault while the page is open', () => {
  test('of one month affects only the section of this month', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openTimeline([may, undated])
    await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 2)), { id: 'may' })
    await app.fail('CollectionPageQuery', { id: 'undated' })
    const failed = await screen.findByRole('region', { name: 'Unknown Date' })
    expect(await within(failed).findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1']))
    await app.user.click(within(failed).getByRole('button', { name: 'Try again' }))
    await app.answer('CollectionPageQuery', monthPage(undated, [photo('x')]), { id: 'undated' })
    expect(await within(failed).findByRole('link', { name: ofFile('x.jpg') })).toBeTruthy()
  })

  test('that makes a part of the answer null is shown, with a retry', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openTimeline([may])
    const broken = monthPage(may, [])
    await app.answer('CollectionPageQuery', { node: { ...broken.node, photos: null } }, { id: 'may' })
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 2)), { id: 'may' })
    await waitFor(() => expect(shownPhotos()).toHaveLength(2))
  })

  test('leaves the shown photos if it occurs during a refresh', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = await openMay(2)
    await follow(app, may)
    await app.sendEvent('8', { added: ['new'], months: [[2024, 5]] })
    await app.fail('TimelinePageQuery')
    await app.fail('CollectionPageQuery', { isRefresh: true })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that delays a month does not delay the other months; the late month is then shown in its place', async () => {
    const app = await openRevealed([may, undated])
    await app.answer('CollectionPageQuery', monthPage(undated, [photo('x')]), { id: 'undated' })
    await waitFor(() => expect(shownPhotos()).toEqual(['x']))
    expect(screen.queryByRole('alert')).toBeNull()
    await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 2)), { id: 'may' })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1', 'x']))
  })
})

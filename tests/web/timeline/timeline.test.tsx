import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import monthPhotosQuery from '../../../web/__generated__/MonthPhotosQuery.graphql.ts'
import { months, monthPage, photo, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

const may = ['may', 2024, 5, 2] as const
const undated = ['undated', null, null, 1] as const

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function section(name: string): HTMLElement {
  return screen.getByRole('region', { name, hidden: true })
}

function ratio(item: HTMLElement | undefined): number {
  return Number.parseFloat(item?.style.width ?? '') / Number.parseFloat(item?.style.height ?? '')
}

async function openMay(count: number) {
  const app = renderApp('/my-photos/photos')
  const month = ['may', 2024, 5, count] as const
  await app.answer('TimelinePageQuery', months(month))
  await screen.findByText('May 2024')
  await app.layout.show(section('May 2024'))
  await app.answer('MonthPhotosQuery', monthPage(month, photosFrom(0, Math.min(24, count)), count > 24), { id: 'may' })
  return app
}

describe('months', () => {
  test('are titled with month and year, those without a date with Unknown Date', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(may, undated))
    expect(await screen.findByText('May 2024')).toBeTruthy()
    expect(screen.getByText('Unknown Date')).toBeTruthy()
    expect(screen.getByText('2 photos')).toBeTruthy()
    expect(screen.getByText('1 photo')).toBeTruthy()
  })

  test('are asked for only when they come on screen', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(may, undated))
    await screen.findByText('May 2024')
    expect(app.pending('MonthPhotosQuery')).toHaveLength(0)
    await app.layout.show(section('May 2024'))
    const { request } = await app.asked('MonthPhotosQuery')
    expect(request.variables).toEqual({ id: 'may', first: 24 })
    expect(app.pending('MonthPhotosQuery')).toHaveLength(1)
  })

  test('that are scrolled past are no longer asked for', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(may, undated))
    await screen.findByText('May 2024')
    await app.layout.show(section('May 2024'))
    await app.asked('MonthPhotosQuery')
    const isLoading = () => app.environment.mock.isLoading(monthPhotosQuery, { id: 'may', first: 24 }, { force: true })
    expect(isLoading()).toBe(true)
    await app.layout.hide(section('May 2024'))
    await waitFor(() => expect(isLoading()).toBe(false))
  })

  test('show their photos in frames of the photos’ own shape', async () => {
    const app = renderApp('/my-photos/photos', { width: 1_300 })
    await app.answer('TimelinePageQuery', months(may))
    await screen.findByText('May 2024')
    await app.layout.show(section('May 2024'))
    const portrait = photo('b', { width: 2000, height: 3000 })
    await app.answer('MonthPhotosQuery', monthPage(may, [photo('a'), portrait]), { id: 'may' })
    const [first, second] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => item.querySelector('[data-photo]')))
    expect(ratio(first)).toBeCloseTo(1.5, 1)
    expect(ratio(second)).toBeCloseTo(2 / 3, 1)
  })

  test('reserve their height before and keep it until their photos are there', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(['may', 2024, 5, 24]))
    await screen.findByText('May 2024')
    const reserved = () =>
      within(section('May 2024'))
        .getByText('24 photos')
        .closest('section')
        ?.querySelector<HTMLElement>('[style*=height]')
    const far = reserved()?.style.height
    expect(Number.parseInt(far ?? '0', 10)).toBeGreaterThan(500)
    await app.layout.show(section('May 2024'))
    await app.asked('MonthPhotosQuery')
    expect(reserved()?.style.height).toBe(far)
  })

  test('that fail say so, and are asked for again from the network', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(may))
    await screen.findByText('May 2024')
    await app.layout.show(section('May 2024'))
    await app.fail('MonthPhotosQuery', { id: 'may' })
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('MonthPhotosQuery', monthPage(may, [photo('a'), photo('b')]), { id: 'may' })
    expect(await screen.findByRole('link', { name: 'Photo a.jpg' })).toBeTruthy()
    expect(screen.queryByText('Error: Your photos could not be loaded')).toBeNull()
  })

  test('that fail are asked for again by themselves after a while, since most faults pass', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(may))
    await screen.findByText('May 2024')
    await app.layout.show(section('May 2024'))
    await app.fail('MonthPhotosQuery', { id: 'may' })
    await screen.findByText('Error: Your photos could not be loaded')
    await app.answer('MonthPhotosQuery', monthPage(may, [photo('a')]), { id: 'may' })
    expect(await screen.findByRole('link', { name: 'Photo a.jpg' })).toBeTruthy()
  })

  test('that fail are asked for again by themselves when the connection is back', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(may))
    await screen.findByText('May 2024')
    await app.layout.show(section('May 2024'))
    await app.fail('MonthPhotosQuery', { id: 'may' })
    await screen.findByText('Error: Your photos could not be loaded')
    act(() => void window.dispatchEvent(new Event('online')))
    await app.answer('MonthPhotosQuery', monthPage(may, [photo('a')]), { id: 'may' })
    expect(await screen.findByRole('link', { name: 'Photo a.jpg' })).toBeTruthy()
  })
})

describe('a tile', () => {
  test('leads to the preview and says when the photo was taken', async () => {
    await openMay(2)
    const tile = await screen.findByRole('link', { name: 'Photo photo-0.jpg' })
    expect(tile.getAttribute('href')).toBe('/my-photos/photos/preview/photo-0')
    expect(within(tile).getByRole('tooltip', { hidden: true }).textContent).toBe('Taken on 09 May 2024')
  })

  test.each([null, '1970-01-01T00:00:00'])('says nothing of a date that is unknown: %s', async (dateTaken) => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months(undated))
    await screen.findByText('Unknown Date')
    await app.layout.show(section('Unknown Date'))
    await app.answer('MonthPhotosQuery', monthPage(undated, [photo('a', { dateTaken })]), { id: 'undated' })
    const tile = await screen.findByRole('link', { name: 'Photo a.jpg' })
    expect(within(tile).queryByRole('tooltip', { hidden: true })).toBeNull()
  })

  test('is one tab stop of its month; arrow keys reach the others', async () => {
    const app = await openMay(2)
    const [first, second] = await screen.findAllByRole('link', { name: /^Photo photo-/ })
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1])
    first?.focus()
    await app.user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(second)
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0])
    await app.user.keyboard('{Home}')
    expect(document.activeElement).toBe(first)
  })
})

describe('+N', () => {
  test('adds the next 24 at each press; from the third on the month fills by itself', async () => {
    const app = await openMay(130)
    for (const [press, left] of [
      [1, 106],
      [2, 82],
      [3, 58],
    ] as const) {
      await app.user.click(await screen.findByRole('button', { name: `+${left}: show more photos of May 2024` }))
      const { request } = await app.asked('MonthPhotosPaginationQuery')
      expect(request.variables).toMatchObject({ id: 'may', first: 24, after: `photo-${press * 24 - 1}` })
      const page = monthPage(['may', 2024, 5, 130], photosFrom(press * 24, 24), true)
      await app.answer('MonthPhotosPaginationQuery', page)
      expect(screen.getAllByRole('link', { name: /^Photo / })).toHaveLength((press + 1) * 24)
    }
    const more = screen.getByRole('button', { name: '+34: show more photos of May 2024' }).parentElement
    if (more) await app.layout.show(more)
    const { request } = await app.asked('MonthPhotosPaginationQuery')
    expect(request.variables).toMatchObject({ after: 'photo-95' })
  })

  test('is not there when a month has no more', async () => {
    await openMay(24)
    await screen.findByRole('link', { name: 'Photo photo-23.jpg' })
    expect(screen.queryByRole('button', { name: /show more photos/ })).toBeNull()
  })
})

describe('a library', () => {
  test('without photos says so and offers to add some', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', months())
    expect(await screen.findByRole('heading', { name: 'Your photo library is empty' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Add photos' })).toHaveLength(2)
  })

  test('that cannot be loaded says so; trying again asks the network', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/photos')
    await app.fail('TimelinePageQuery')
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('TimelinePageQuery', months(may))
    expect(await screen.findByText('May 2024')).toBeTruthy()
  })

  test('whose months the gateway could not get says so', async () => {
    const app = renderApp('/my-photos/photos')
    await app.answer('TimelinePageQuery', { viewer: { library: { id: 'library', timeline: null } } })
    expect(await screen.findByText('Error: Your photos could not be loaded')).toBeTruthy()
  })
})

test('a photo from another device appears by itself', async () => {
  const app = await openMay(1)
  await app.send('LibraryEventsSubscription', { libraryEvents: { cursor: '7', changedMonths: [] } })
  await app.answer('TimelinePageQuery', months(['may', 2024, 5, 1]))
  await app.send('LibraryEventsSubscription', {
    libraryEvents: { cursor: '8', changedMonths: [{ year: 2024, month: 5 }] },
  })
  const june = ['june', 2024, 6, 1] as const
  await app.answer('TimelinePageQuery', months(june, ['may', 2024, 5, 2]))
  await app.answer('MonthPhotosQuery', monthPage(['may', 2024, 5, 2], photosFrom(0, 2)), { id: 'may' })
  expect(await screen.findByText('June 2024')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Photo photo-1.jpg' })).toBeTruthy()
})

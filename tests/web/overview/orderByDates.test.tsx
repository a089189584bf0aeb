import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { daysUntil } from '../../../web/pages/overview/daysUntil.ts'
import { buildOrder, ordersAnswer } from '../orders/orderKit.ts'
import { critical, libraryWith } from '../storage/storageKit.ts'
import { ofFile } from '../support/ofFile.ts'
import { photo } from '../support/photos.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

const query = 'OrderByDatesQuery'
const name = 'Order in time'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 26, 12) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const active = { __typename: 'Campaign', isActive: true }

/** An order-by date for Christmas. */
function date(title: string, orderBy: string, changes: object = {}) {
  const christmas = { occasion: 'Christmas', country: 'NL', deliveredBy: '2026-12-24' }
  return { __typename: 'OrderByDate', title, ...christmas, orderBy, isOpen: true, campaign: active, ...changes }
}

/** The answer with these dates; null: the products service has failed. */
function datesAnswer(orderByDates: readonly object[] | null) {
  return { viewer: { __typename: 'Viewer', orderByDates } }
}

const christmas = datesAnswer([
  date('Photo books', '2026-12-14'),
  date('Calendars', '2026-12-17'),
  date('Mugs', '2026-12-17'),
])

async function openOverview(options: AppOptions = {}) {
  const app = renderApp('/', options)
  const photos = { edges: [{ node: photo('a') }] }
  const library = { id: 'library', photos, photosCount: 1, albumsCount: 0, sharedAlbumsCount: 0 }
  await app.answer('OverviewPageQuery', { viewer: { library } })
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  return app
}

const rows = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** The titles of the seasons. */
const occasions = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

describe('the order-by dates in the overview', () => {
  test('show the last days to order for a season that has begun, with a link to the shop', async () => {
    const app = await openOverview()
    expect((await app.asked(query)).request.variables).toEqual({ locale: 'en-GB' })
    await app.answer(query, christmas)
    const region = await screen.findByRole('region', { name })
    expect(occasions()).toEqual(['Christmas'])
    expect(within(region).getByText('Delivery by 24 December (Netherlands)')).toBeTruthy()
    expect(rows(region)).toEqual(['By 14 December Photo books', 'By 17 December Calendars, Mugs'])
    expect(
      within(region)
        .getByRole('link', { name: /^Order now/ })
        .getAttribute('href'),
    ).toBe('/')
  })

  test('name today and tomorrow', async () => {
    const app = await openOverview()
    const dates = [date('Cards', '2026-11-26'), date('Mugs', '2026-11-27'), date('Prints', '2026-11-28')]
    await app.answer(query, datesAnswer(dates))
    expect(rows(await screen.findByRole('region', { name }))).toEqual([
      'Today Cards',
      'Tomorrow Mugs',
      'By 28 November Prints',
    ])
  })

  test('say which articles no longer arrive in time', async () => {
    const app = await openOverview()
    const closed = date('Photo books', '2026-11-24', { isOpen: false })
    await app.answer(query, datesAnswer([closed, date('Mugs', '2026-12-17')]))
    const region = await screen.findByRole('region', { name })
    expect(rows(region)).toEqual(['By 17 December Mugs'])
    expect(within(region).getByText('No longer in time: Photo books')).toBeTruthy()
  })

  test('say when nothing arrives in time any more', async () => {
    const app = await openOverview()
    await app.answer(query, datesAnswer([date('Mugs', '2026-11-24', { isOpen: false })]))
    const region = await screen.findByRole('region', { name })
    expect(rows(region)).toEqual([])
    expect(within(region).getByText('What you order now arrives later.')).toBeTruthy()
  })

  test('show two seasons that have begun, the one that ends first before the other', async () => {
    const app = await openOverview()
    const sinterklaas = { occasion: 'Saint Nicholas', deliveredBy: '2026-12-05' }
    const dates = [date('Cards', '2026-11-27'), date('Books', '2026-11-29', sinterklaas), date('Mugs', '2026-12-17')]
    await app.answer(query, datesAnswer(dates))
    await screen.findByRole('region', { name })
    expect(occasions()).toEqual(['Saint Nicholas', 'Christmas'])
    expect(rows(screen.getByRole('region', { name }))).toEqual([
      'By 29 November Books',
      'Tomorrow Cards',
      'By 17 December Mugs',
    ])
  })

  test.each([
    ['begins in 42 days at the latest, if its beginning is unknown', '2027-01-07', null, true],
    ['is 43 days away, if its beginning is unknown', '2027-01-08', null, false],
    ['has begun, although its date is far away', '2027-02-20', active, true],
    ['has not begun, although its date is near', '2026-12-14', { ...active, isActive: false }, false],
  ])('show a season that %s: %s %o %s', async (_what, orderBy, campaign, isShown) => {
    const app = await openOverview()
    await app.answer(query, datesAnswer([date('Mugs', orderBy, { campaign, deliveredBy: '2027-03-01' })]))
    await expect.poll(() => occasions()).toEqual(isShown ? ['Christmas'] : [])
  })

  test.each([
    ['there are none for the country', datesAnswer([])],
    ['the products service is down', datesAnswer(null)],
  ])('are left out, without an empty box, when %s', async (_what, answer) => {
    const app = await openOverview()
    await app.answer(query, answer)
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect(screen.getByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  })

  test('are left out when their request fails, even if their space was kept', async () => {
    const first = await openOverview()
    await first.answer(query, christmas)
    await screen.findByRole('region', { name })
    first.unmount()
    const app = await openOverview()
    await app.fail(query)
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  })
})

/** The space that is kept for a part of the overview; null if there is none. */
const keptSpace = () => screen.getByRole('main').querySelector<HTMLElement>('div[style*=height]')

/** Whether a part of the overview comes before the photos. */
function isAbovePhotos(part: Element | null): boolean {
  const photos = screen.getByRole('heading', { name: 'Latest photos' })
  return part !== null && Boolean(photos.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_PRECEDING)
}

async function openAgain(first: Awaited<ReturnType<typeof openOverview>>) {
  first.unmount()
  return openOverview()
}

describe('the place of the order-by dates', () => {
  beforeEach(() => {
    // jsdom has no layout.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(180)
  })

  test('is last at the first view. At the next view it is above the photos, and is kept until the answer', async () => {
    const first = await openOverview()
    expect(screen.queryByRole('region', { name })).toBeNull()
    await first.answer(query, christmas)
    expect(isAbovePhotos(await screen.findByRole('region', { name }))).toBe(false)

    const second = await openAgain(first)
    const kept = keptSpace()
    expect([isAbovePhotos(kept), kept?.style.height]).toEqual([true, '180px'])
    await second.answer(query, christmas)
    expect(isAbovePhotos(await screen.findByRole('region', { name }))).toBe(true)
    expect(keptSpace()).toBeNull()
  })

  test('comes after the latest order and the notice of a near deletion', async () => {
    const first = await openOverview()
    await first.answer('LatestOrderQuery', ordersAnswer([buildOrder()]))
    await first.answer(query, christmas)
    await screen.findByRole('region', { name })
    const second = await openAgain(first)
    await second.answer('StorageNoticeQuery', libraryWith(critical(12), 1))
    await second.answer('LatestOrderQuery', ordersAnswer([buildOrder()]))
    await second.answer(query, christmas)
    await expect.poll(occasions).toEqual(['Christmas'])
    const regions = within(screen.getByRole('main')).getAllByRole('region')
    const titles = regions.map((part) => part.getAttribute('aria-label') ?? part.getAttribute('aria-labelledby'))
    expect(titles).toEqual(['Your latest order', 'Storage status', 'order-by-dates', 'latest-photos'])
  })

  test('is above the menu for a brand without a timeline', async () => {
    const features = { PhotoManagementTimelineViewEnabled: false }
    const first = renderApp('/', { features })
    await first.answer(query, christmas)
    await screen.findByRole('region', { name })
    first.unmount()
    const second = renderApp('/', { features })
    await second.answer(query, christmas)
    const region = await screen.findByRole('region', { name })
    expect(region.nextElementSibling).toBe(screen.getByRole('main').querySelector('#menu'))
  })

  test.each([
    ['after the season is over', () => vi.setSystemTime(new Date(2026, 11, 25, 0, 1)), christmas],
    [
      'for another account',
      () => localStorage.setItem('keepsake.overview.orderByDates', 'other 180 2026-12-24'),
      christmas,
    ],
    ['after a view without a season', () => undefined, datesAnswer([])],
  ])('is not kept %s', async (_what, change, answer) => {
    const first = await openOverview()
    await first.answer(query, answer)
    change()
    const second = await openAgain(first)
    expect(keptSpace()).toBeNull()
    await second.answer(query, christmas)
    expect(isAbovePhotos(await screen.findByRole('region', { name }))).toBe(false)
  })

  test('is kept on the last day of the season, and after a view during which the products service was down', async () => {
    const first = await openOverview()
    await first.answer(query, christmas)
    vi.setSystemTime(new Date(2026, 11, 24, 23, 59))
    const second = await openAgain(first)
    await second.answer(query, datesAnswer(null))
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect(keptSpace()).toBeNull()
    await openAgain(second)
    expect(isAbovePhotos(keptSpace())).toBe(true)
  })
})

test.each([
  ['2026-11-26', 0],
  ['2026-11-27', 1],
  ['2026-12-26', 30],
  ['2026-11-25', -1],
])('the days until %s are counted by the calendar of the customer: %i', (day, days) => {
  for (const hour of [0, 23]) {
    vi.setSystemTime(new Date(2026, 10, 26, hour, 59))
    expect(daysUntil(day)).toBe(days)
  }
})

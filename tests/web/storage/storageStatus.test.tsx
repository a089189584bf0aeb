import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { critical, estimate, openLibrary, openWith, safe, warning, withoutReminder } from './storageKit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const orderToday = 'Order today to keep them for another 18 months.'
const orderBy = 'Order by 02 Aug 2027 to keep them for another 18 months.'

/** The banner with this text. */
async function findBanner(name: string) {
  return within(await screen.findByRole('region', { name }))
}

function findButton() {
  return screen.findByRole('button', { name: /^Storage status/ })
}

describe('the storage status', () => {
  test.each([
    ['safe: months', safe, '8 months left', 'Your photos are stored for another 8 months'],
    [
      'three months exactly',
      { ...safe, monthsRemaining: 3 },
      '3 months left',
      'Your photos are stored for another 3 months',
    ],
    [
      'warning: months',
      { ...warning, monthsRemaining: 2, daysRemaining: 80 },
      '2 months left',
      'Your photos are stored for another 2 months',
    ],
    ['warning: days below two months', warning, '52 days left', 'Your photos are stored for another 52 days'],
    [
      'one month exactly',
      { ...warning, daysRemaining: 28 },
      '28 days left',
      'Your photos are stored for another 28 days',
    ],
    ['critical: days', critical(27), '27 days left', 'Your photos will be deleted in 27 days'],
    ['two days', critical(2), '2 days left', 'Your photos will be deleted in 2 days'],
    ['one day', critical(1), 'Deleted tomorrow', 'Your photos will be deleted tomorrow'],
    ['no day', critical(0), 'Deleted today', 'Your photos will be deleted today'],
  ])('is shown in the header and in a banner, with the last day to order: %s', async (_, storage, short, sentence) => {
    await openWith(storage, withoutReminder)
    expect((await findButton()).textContent).toBe(`Storage status: ${short}`)
    const banner = await findBanner(sentence)
    const isLastDay = storage.daysRemaining === 0
    expect(banner.getByText(isLastDay ? orderToday : orderBy)).toBeTruthy()
    expect(banner.getByRole('button', { name: 'Details' })).toBeTruthy()
  })

  test.each([
    ['safe', safe, false],
    ['warning', warning, true],
    ['critical', critical(3), true],
  ])('links to the shop, in a new window, only if the retention ends soon: %s', async (_, storage, isOffered) => {
    await openWith(storage, withoutReminder)
    await findButton()
    const link = screen.queryByRole('link', { name: /^Order now/ })
    expect(link !== null).toBe(isOffered)
    if (!link) return
    expect(link.textContent).toBe('Order now (opens in a new window)')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('href')).toBe('/')
  })

  test('shows nothing until it is loaded, and only its title if there are no photos', async () => {
    const failed = await openWith(null)
    await waitFor(() => expect(failed.pending('LibraryStorageQuery')).toEqual([]))
    expect(screen.queryByRole('button', { name: /^Storage status/ })).toBeNull()
    failed.unmount()
    const app = await openWith(critical(0), { photosCount: 0 })
    const button = await findButton()
    expect(button.textContent).toBe('Storage status')
    expect(screen.queryByText(/deleted today/)).toBeNull()
    await app.user.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Storage status' })
    expect(dialog.textContent).toContain('There are no photos in your library at the moment.')
    expect(dialog.textContent).not.toContain('deleted')
  })

  test('shows nothing after a failed request, and retries automatically', async () => {
    const app = await openLibrary(withoutReminder)
    await app.asked('LibraryStorageQuery')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await app.fail('LibraryStorageQuery')
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await app.answer('LibraryStorageQuery', { viewer: { library: { id: 'library', photosCount: 5, storage: safe } } })
    vi.useRealTimers()
    expect(await findButton()).toBeTruthy()
  })

  test('is marked as an estimate wherever it is shown', async () => {
    const app = await openWith(estimate)
    const button = await findButton()
    expect(button.textContent).toBe('Storage status: 2 months left (estimate)')
    await findBanner('Your photos are stored for another 2 months (estimate)')
    await app.user.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Storage status' })
    expect(dialog.textContent).toContain('This is an estimate')
    expect(factsOf(dialog)).toEqual({
      'Last order': 'None yet (estimate)',
      Registered: '30 Nov 2024 (estimate)',
      'Photos will be deleted on': '03 Aug 2027 (estimate)',
      'Saved projects': '0 (estimate)',
    })
  })
})

function factsOf(dialog: HTMLElement) {
  const terms = [...dialog.querySelectorAll('dt')]
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

describe('the dialog of the storage status', () => {
  test('explains how long photos are kept, when this time began, and what to do', async () => {
    const app = await openWith(warning)
    const button = await findButton()
    await app.user.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Storage status' })
    expect(dialog.textContent).toContain('18 months after your last order')
    expect(dialog.textContent).toContain(`Your photos are stored for another 52 days${orderBy}`)
    expect(dialog.textContent).not.toContain('estimate')
    expect(within(dialog).getByRole('link', { name: /^Order now/ })).toBeTruthy()
    expect(factsOf(dialog)).toEqual({
      'Last order': '03 Feb 2026',
      Registered: '30 Nov 2024',
      'Photos will be deleted on': '03 Aug 2027',
      'Saved projects': '2',
    })
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  test('is also opened from the banner, and says that there was no order', async () => {
    const app = await openWith({ ...safe, lastOrderDate: null })
    const banner = await findBanner('Your photos are stored for another 8 months')
    await app.user.click(banner.getByRole('button', { name: 'Details' }))
    expect(factsOf(await screen.findByRole('dialog'))).toMatchObject({ 'Last order': 'None yet' })
  })

  test('shows how much storage space is used, and how to make room', async () => {
    const usage: { quotaBytes: number | null; requests: number } = { quotaBytes: 1_000_000_000, requests: 0 }
    vi.stubGlobal('fetch', async (address: string) => {
      if (address !== 'http://keepsake.test/storage/usage') return new Response(null, { status: 404 })
      usage.requests += 1
      const { quotaBytes } = usage
      return Response.json({ storedBytes: 790_000_000, announcedBytes: 10_000_000, quotaBytes })
    })
    const app = await openWith(safe)
    await app.user.click(await findButton())
    const meter = await screen.findByRole('progressbar', { name: 'Storage space' })
    expect(meter.getAttribute('aria-valuenow')).toBe('80')
    expect(screen.getByText('762.94 MB of 953.67 MB used')).toBeTruthy()
    expect(screen.getByText('Your storage space is almost used up.')).toBeTruthy()
    // Without a quota, there is no meter.
    usage.quotaBytes = null
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.user.click(await findButton())
    await waitFor(() => expect(usage.requests).toBe(2))
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('shows both dates of a postponed deletion', async () => {
    const delayed = {
      ...safe,
      delayedDeletionDate: '2027-08-03T09:00:00Z',
      projectedDeletionDate: '2027-05-01T09:00:00Z',
    }
    const app = await openWith(delayed)
    await app.user.click(await findButton())
    expect(factsOf(await screen.findByRole('dialog'))).toMatchObject({
      'End of the 18 months': '01 May 2027',
      'Photos will be deleted on (later than planned)': '03 Aug 2027',
    })
  })

  test('shows dates in UTC in every time zone', async () => {
    const late = { ...safe, deletionDate: '2027-08-03T23:30:00Z', lastOrderDate: '2026-02-03T00:10:00Z' }
    const app = await openWith(late)
    await app.user.click(await findButton())
    expect(factsOf(await screen.findByRole('dialog'))).toMatchObject({
      'Last order': '03 Feb 2026',
      'Photos will be deleted on': '03 Aug 2027',
    })
  })
})

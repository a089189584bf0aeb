import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preferences } from '../../../web/app/storage.ts'
import { isBannerHidden } from '../../../web/pages/library/storage/bannerMemory.ts'
import { dismissBanner, isBannerHiddenFor } from '../../../web/pages/library/storage/storageMemory.ts'
import { months } from '../support/photos.ts'
import { critical, libraryWith, openLibrary, openWith, safe, warning, withoutReminder } from './storageKit.ts'

beforeEach(() => {
  // Only the date is fake: the space for banners depends on it.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00:00Z') })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  // Preferences that local storage has refused stay in memory, which later test files share.
  preferences.setItem('keepsake.storageBanner', '')
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const safeBanner = 'Your photos are stored for another 8 months'
const warningBanner = 'Your photos are stored for another 52 days'
const criticalBanner = 'Your photos will be deleted in 9 days'
const welcome = 'Welcome to a new way to manage your photos'
const warningDates = { deletionDate: '2027-01-23T09:00:00Z' }
const soon = { ...warning, ...warningDates }

const bannerOf = (name: string) => screen.findByRole('region', { name })
const room = () => document.querySelector('[data-room]')?.getAttribute('data-room')
const findStatusButton = () => screen.findByRole('button', { name: /^Storage status/ })

async function dismiss(app: Awaited<ReturnType<typeof openWith>>, name: string) {
  const banner = within(await bannerOf(name))
  await app.user.click(banner.getByRole('button', { name: 'Close this message' }))
  await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
}

/** Opens the timeline for a customer with an older library, so that the welcome can be shown. */
async function openTimeline(storage: object | null) {
  localStorage.setItem('keepsake.olderLibrary', 'account-1 0 true')
  const app = await openWith(storage, { ...withoutReminder, path: '/my-photos/photos' })
  await app.answer('TimelinePageQuery', months())
  return app
}

describe('the banner of the storage status', () => {
  test('has its space before it is loaded, so that nothing moves', async () => {
    const app = await openWith(safe, { ...withoutReminder, path: '/my-photos/albums' })
    expect(room()).toBe('banner')
    await dismiss(app, safeBanner)
    expect(room()).toBe('false')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test.each([
    ['safe', safe, safeBanner, '2027-05-03T08:00:00Z', '2027-05-03T10:00:00Z'],
    ['a warning', soon, warningBanner, '2026-12-23T08:00:00Z', '2026-12-23T10:00:00Z'],
  ])('stays hidden after it was dismissed until its content changes: %s', async (_, storage, name, before, after) => {
    const app = await openWith(storage, withoutReminder)
    await dismiss(app, name)
    app.unmount()
    vi.setSystemTime(new Date(before))
    const again = await openWith(storage, withoutReminder)
    await findStatusButton()
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect(room()).toBe('false')
    again.unmount()
    vi.setSystemTime(new Date(after))
    await openWith(storage, withoutReminder)
    expect(await bannerOf(name)).toBeTruthy()
  })

  test('waits for the next visit when the deletion date has changed; that visit reserves space for it', async () => {
    const app = await openWith(safe, withoutReminder)
    await dismiss(app, safeBanner)
    app.unmount()
    const sooner = await openWith(soon, withoutReminder)
    await findStatusButton()
    expect(screen.queryByRole('region', { name: warningBanner })).toBeNull()
    sooner.unmount()
    await openWith(soon, withoutReminder)
    expect(await bannerOf(warningBanner)).toBeTruthy()
  })

  test('is dismissed for one deletion date only', () => {
    dismissBanner({ deletionDate: warningDates.deletionDate, monthsRemaining: 1 })
    expect(isBannerHidden()).toBe(true)
    expect(isBannerHiddenFor(warningDates.deletionDate)).toBe(true)
    expect(isBannerHiddenFor('2027-01-24T09:00:00Z')).toBe(false)
  })

  test('cannot be dismissed if photos are about to be deleted', async () => {
    await openWith(critical(9), withoutReminder)
    const banner = within(await bannerOf(criticalBanner))
    expect(banner.queryByRole('button', { name: 'Close this message' })).toBeNull()
  })
})

describe('beside the welcome', () => {
  test('the banner of a safe status waits until the welcome is closed', async () => {
    const app = await openTimeline(safe)
    const banner = within(await bannerOf(welcome))
    expect(screen.queryByRole('region', { name: safeBanner })).toBeNull()
    expect(room()).toBe('welcome')
    await app.user.click(banner.getByRole('button', { name: 'Close this message' }))
    expect(await bannerOf(safeBanner)).toBeTruthy()
    expect(room()).toBe('banner')
  })

  test('the welcome waits until a warning is closed', async () => {
    const app = await openTimeline(soon)
    await bannerOf(warningBanner)
    expect(screen.queryByRole('region', { name: welcome })).toBeNull()
    expect(room()).toBe('welcome')
    await dismiss(app, warningBanner)
    expect(await bannerOf(welcome)).toBeTruthy()
  })

  test('the welcome appears if the storage status is unknown or fails to load', async () => {
    const unknown = await openTimeline(null)
    expect(await bannerOf(welcome)).toBeTruthy()
    unknown.unmount()
    const failed = await openLibrary({ ...withoutReminder, path: '/my-photos/photos' })
    await failed.answer('TimelinePageQuery', months())
    await failed.fail('LibraryStorageQuery')
    expect(await bannerOf(welcome)).toBeTruthy()
  })
})

async function returnToWindow() {
  vi.setSystemTime(Date.now() + 60_000)
  await act(async () => void dispatchEvent(new Event('focus')))
}

describe('after an order', () => {
  test('the status is refreshed when the window gets the focus', async () => {
    const app = await openWith(critical(9), withoutReminder)
    await bannerOf(criticalBanner)
    await returnToWindow()
    await app.answer('LibraryStorageQuery', libraryWith({ ...safe, monthsRemaining: 18 }))
    expect(await bannerOf('Your photos are stored for another 18 months')).toBeTruthy()
    expect((await findStatusButton()).textContent).toContain('18 months left')
  })

  test('the status stays as it was if the refresh fails', async () => {
    const app = await openWith(critical(9), withoutReminder)
    await bannerOf(criticalBanner)
    await returnToWindow()
    await app.fail('LibraryStorageQuery')
    expect(await bannerOf(criticalBanner)).toBeTruthy()
  })

  test('switching windows quickly causes one refresh', async () => {
    const app = await openWith(safe, withoutReminder)
    await findStatusButton()
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(app.pending('LibraryStorageQuery')).toEqual([])
    await returnToWindow()
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(app.pending('LibraryStorageQuery')).toHaveLength(1)
  })
})

test('when local storage is full, a dismissed banner stays hidden while the page is open', async () => {
  const app = await openWith(safe, withoutReminder)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await dismiss(app, safeBanner)
  await app.router.navigate('/')
  await app.router.navigate('/my-photos/albums')
  await findStatusButton()
  expect(screen.queryByRole('region', { name: safeBanner })).toBeNull()
})

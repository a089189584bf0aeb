import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { featureNames } from '../../../web/app/features.ts'
import { preferences } from '../../../web/app/storage.ts'
import { months } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  // Preferences that local storage has refused stay in memory, which later test files share.
  preferences.setItem('keepsake.photosBanner', '')
  vi.unstubAllGlobals()
  localStorage.clear()
})

const name = 'Welcome to a new way to manage your photos'
const all = Object.fromEntries(featureNames.map((each) => [each, true]))

/** An unknown retention. A notice about an urgent retention would replace the welcome. */
const unknownRetention = { viewer: { library: { id: 'library', photosCount: 5, storage: null } } }

/** What the browser has stored for a customer who has an older library and has dismissed the notice about it. */
const olderLibrary = 'account-1 0 true'

/** Answers which text the split test has chosen. */
async function answerVariant(app: ReturnType<typeof renderApp>, variant: string | null) {
  await app.answer('useVariantQuery', { viewer: { experimentVariant: variant } }, { experiment: 'welcome-banner-text' })
}

async function open(features: Record<string, boolean> = all, variant: string | null = 'overview') {
  localStorage.setItem('keepsake.olderLibrary', olderLibrary)
  const app = renderApp('/my-photos/photos', { features })
  await app.answer('TimelinePageQuery', months())
  await app.answer('LibraryStorageQuery', unknownRetention)
  await answerVariant(app, variant)
  const banner = await screen.findByRole('region', { name })
  return { app, banner: within(banner) }
}

/** Shows a variant of the text to a customer who has made this decision about cookies. */
async function showTo(consent: string, variant: string | null) {
  document.cookie = `cookie-consent=${consent}; path=/`
  const { app } = await open(all, variant)
  app.unmount()
}

describe('the banner', () => {
  test.each([
    ['the account has no older library', 'account-1 0 false'],
    ['the stored older library belongs to another account', 'account-2 0 true'],
    ['the account has not been checked yet', ''],
  ])('greets only customers with an older library: no greeting if %s', async (_, known) => {
    localStorage.setItem('keepsake.olderLibrary', known)
    const app = renderApp('/my-photos/photos')
    await screen.findByRole('heading', { level: 1, name: 'My photos' })
    expect(document.querySelector('[data-room=welcome]')).toBeNull()
    await app.answer('TimelinePageQuery', months())
    await app.answer('LibraryStorageQuery', unknownRetention)
    expect(screen.queryByRole('region', { name })).toBeNull()
  })

  test('expands and collapses', async () => {
    const { app, banner } = await open()
    const toggle = banner.getByRole('button', { name: 'Show more' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    expect(banner.queryByText(/^Open a photo/)).toBeNull()
    await app.user.click(toggle)
    expect(banner.getByText(/^Open a photo/)).toBeTruthy()
    expect(banner.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
    await app.user.click(banner.getByRole('button', { name: 'Show less' }))
    expect(banner.queryByText(/^Open a photo/)).toBeNull()
  })

  test.each([
    [true, /photos and albums are in one place/, /copy them to an album/],
    [false, /photos are in one place/, /select several to download/],
  ])('mentions albums only when they are switched on: %s', async (isOn, text, more) => {
    const { app, banner } = await open({ ...all, PhotoManagementAlbumViewEnabled: isOn })
    expect(banner.getByText(text)).toBeTruthy()
    await app.user.click(banner.getByRole('button', { name: 'Show more' }))
    expect(banner.getByText(more)).toBeTruthy()
  })

  test.each([
    ['memories', true, /^Every memory has its place now: all your photos and albums/],
    ['memories', false, /^Every memory has its place now: all your photos, month by month/],
    ['overview', true, /photos and albums are in one place/],
    ['an unknown one', true, /photos and albums are in one place/],
    [null, true, /photos and albums are in one place/],
  ])('has the text of its variant: %s, albums: %s', async (variant, hasAlbums, text) => {
    const { banner } = await open({ ...all, PhotoManagementAlbumViewEnabled: hasAlbums }, variant)
    expect(banner.getByText(text)).toBeTruthy()
  })

  test('has the default text when the variant cannot be found, and keeps it', async () => {
    localStorage.setItem('keepsake.olderLibrary', olderLibrary)
    const app = renderApp('/my-photos/photos', { features: all })
    await app.answer('TimelinePageQuery', months())
    await app.answer('LibraryStorageQuery', unknownRetention)
    await app.asked('useVariantQuery')
    expect(screen.queryByRole('region', { name })).toBeNull()
    // The deadline of 1 s passes without an answer.
    const banner = within(await screen.findByRole('region', { name }))
    expect(banner.getByText(/photos and albums are in one place/)).toBeTruthy()
    await answerVariant(app, 'memories')
    expect(banner.getByText(/photos and albums are in one place/)).toBeTruthy()
  })

  test('has the default text at once when the query fails', async () => {
    localStorage.setItem('keepsake.olderLibrary', olderLibrary)
    const app = renderApp('/my-photos/photos', { features: all })
    await app.answer('TimelinePageQuery', months())
    await app.answer('LibraryStorageQuery', unknownRetention)
    await app.fail('useVariantQuery')
    expect(screen.getByRole('region', { name })).toBeTruthy()
  })

  test('counts a view of its text once, if the customer allows analytics and the variant is known', async () => {
    const sent: { kind: string }[] = []
    const sendBeacon = vi.fn((_path: string, body: Blob) => {
      void body.text().then((text) => sent.push(JSON.parse(text).measurements[0]))
      return true
    })
    Object.assign(navigator, { sendBeacon })
    const exposures = () => sent.filter(({ kind }) => kind === 'exposure')
    await showTo('00', 'memories')
    await showTo('10', null)
    expect(exposures()).toEqual([])
    await showTo('10', 'memories')
    await showTo('10', 'memories')
    expect(exposures()).toEqual([{ kind: 'exposure', experiment: 'welcome-banner-text', variant: 'memories' }])
  })

  test('opens the FAQ in a new window', async () => {
    const { banner } = await open()
    const link = banner.getByRole('link', { name: /^Frequently asked questions/ })
    expect(link.getAttribute('href')).toBe('https://shop.test/faq')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.textContent).toContain('(opens in a new window)')
  })

  test('stays closed once it is closed, and the page gets the focus', async () => {
    const { app, banner } = await open()
    await app.user.click(banner.getByRole('button', { name: 'Close this message' }))
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    app.unmount()
    const again = renderApp('/my-photos/photos')
    await again.answer('TimelinePageQuery', months())
    await screen.findByText('Your photo library is empty')
    expect(document.querySelector('[data-room=welcome]')).toBeNull()
  })

  test('is not shown on other pages', async () => {
    const { app } = await open()
    await app.router.navigate('/my-photos/albums')
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull())
  })

  test('stays closed until a reload when local storage is full', async () => {
    const { app, banner } = await open()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await app.user.click(banner.getByRole('button', { name: 'Close this message' }))
    await app.router.navigate('/')
    await app.router.navigate('/my-photos/photos')
    await screen.findByText('Your photo library is empty')
    expect(screen.queryByRole('region', { name })).toBeNull()
  })
})

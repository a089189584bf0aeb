import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { libraryEvent } from '../support/libraryEvent.ts'
import { renderApp } from '../support/renderApp.tsx'
import { libraryWith, safe } from '../storage/storageKit.ts'
import { type Month, openRevealed } from '../timeline/renderTimeline.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const counts = (photosCount: number) => ({
  viewer: { library: { id: 'library', photosCount, albumsCount: 0, sharedAlbumsCount: 0 } },
})

/** Opens the albums page, whose header needs only the counts. */
async function open(search = '', photosCount = 5) {
  const app = renderApp(`/my-photos/albums${search}`)
  await app.answer('LibraryLayoutQuery', counts(photosCount))
  await screen.findByRole('heading', { level: 1, name: 'My photos' })
  return app
}

async function entriesOfMenu(app: Awaited<ReturnType<typeof open>>) {
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
}

describe('the library’s header', () => {
  test('has a button for prints, and a menu to export or delete all photos', async () => {
    const app = await open()
    expect(screen.getByRole('button', { name: 'Order photo prints' })).toBeTruthy()
    expect(await entriesOfMenu(app)).toEqual(['Export photos', 'Delete all photos'])
    await app.user.click(screen.getByRole('menuitem', { name: 'Delete all photos' }))
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
  })

  test('gets the focus back after a dialog of its menu, even after a second dialog, whose code is already loaded', async () => {
    const app = await open()
    for (let opened = 1; opened <= 2; opened += 1) {
      await entriesOfMenu(app)
      await app.user.click(screen.getByRole('menuitem', { name: 'Delete all photos' }))
      await screen.findByRole('alertdialog')
      await app.user.keyboard('{Escape}')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })))
    }
  })

  test('has the jump to a month, the storage status and the sort orders in its menu while the bar is narrow', async () => {
    const list = Array.from({ length: 7 }, (_, index): Month => [`month-${index}`, 2024, 12 - index, 1])
    const app = await openRevealed(list, 390)
    await app.answer('LibraryStorageQuery', libraryWith(safe))
    await screen.findByRole('button', { name: 'Go to month' })
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    const menu = within(await screen.findByRole('menu', { name: 'More' }))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Go to month',
      'Storage status',
      'Export photos',
      'Delete all photos',
    ])
    const orders = within(menu.getByRole('group', { name: 'Sort by' }))
    expect(orders.getAllByRole('menuitemradio')).toHaveLength(4)
    expect(orders.getByRole('menuitemradio', { checked: true }).textContent).toContain('Newest first')
    await app.user.click(menu.getByRole('menuitem', { name: 'Go to month' }))
    expect(await screen.findByRole('dialog', { name: 'Go to month' })).toBeTruthy()
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('button', { name: 'More' }))
    await app.user.click(await screen.findByRole('menuitemradio', { name: 'Oldest first', checked: false }))
    await waitFor(() => expect(app.router.state.location.search).toMatch('-asc'))
  })

  test('offers no prints in stripped mode', async () => {
    const app = await open('?stripped')
    expect(await entriesOfMenu(app)).toEqual(['Export photos', 'Delete all photos'])
    expect(screen.queryByRole('button', { name: 'Order photo prints' })).toBeNull()
  })

  test('has no actions on photos in an empty library, until the first photo is added', async () => {
    const app = await open('', 0)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Order photo prints' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
    await app.send('LibraryStreamSubscription', libraryEvent('7'))
    const added = libraryEvent('8', { changedMonths: [{ year: 2024, month: 5 }], addedPhotoIds: ['p1'] })
    await app.send('LibraryStreamSubscription', added)
    await app.answer('LibraryLayoutQuery', counts(1))
    expect(await screen.findByRole('button', { name: 'More' })).toBeTruthy()
  })
})

function photosTab(): HTMLElement {
  return within(screen.getByRole('navigation', { name: 'My photos' })).getByRole('link', { name: /^Photos/ })
}

describe('the counts of the tabs', () => {
  test('have space before they arrive: as much as at the last view, or space for five digits', async () => {
    const reservedWidth = () => photosTab().querySelector('span')?.style.getPropertyValue('--width')
    const first = renderApp('/my-photos/albums')
    await screen.findByRole('heading', { level: 1, name: 'My photos' })
    expect(reservedWidth()).toBe('6')
    await first.answer('LibraryLayoutQuery', counts(12_345_678))
    expect(photosTab().textContent).toBe('Photos 12,345,678')
    expect(reservedWidth()).toBe('6')
    first.unmount()

    renderApp('/my-photos/albums')
    await screen.findByRole('heading', { level: 1, name: 'My photos' })
    expect(photosTab().textContent).toBe('Photos ')
    expect(reservedWidth()).toBe('10')
  })

  test('are omitted when they cannot be loaded, and refetched automatically', async () => {
    const app = renderApp('/my-photos/photos')
    await screen.findByRole('heading', { level: 1, name: 'My photos' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await app.fail('LibraryLayoutQuery')
    expect(photosTab().textContent).toBe('Photos ')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await app.answer('LibraryLayoutQuery', counts(5))
    vi.useRealTimers()
    expect(photosTab().textContent).toBe('Photos 5')
  })

  test('are shown at once after a return to the library, and stay when the refetch fails', async () => {
    const app = await open()
    await app.router.navigate('/')
    await screen.findByRole('heading', { level: 1, name: /^Welcome/ })
    await app.router.navigate('/my-photos/photos')
    await screen.findByRole('heading', { level: 1, name: 'My photos' })
    expect(photosTab().textContent).toBe('Photos 5')
    await app.fail('LibraryLayoutQuery')
    expect(photosTab().textContent).toBe('Photos 5')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { preferences } from '../../../web/app/storage.ts'
import { months } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  // Preferences that local storage has refused stay in memory, which later test files share.
  preferences.setItem('keepsake.sort.photos', '')
  vi.unstubAllGlobals()
  localStorage.clear()
})

const stored = () => localStorage.getItem('keepsake.sort.photos')

async function openMenu(path: string) {
  const app = renderApp(path)
  await app.answer('TimelinePageQuery', months(['may', 2024, 5, 1]))
  const trigger = await screen.findByRole('button', { name: /^Sort by/ })
  await app.user.click(trigger)
  const menu = await screen.findByRole('menu', { name: 'Sort by' })
  const options = within(menu).getAllByRole('menuitemradio')
  return { app, trigger, options }
}

const checkedOf = (options: readonly HTMLElement[]) =>
  options.filter((option) => option.getAttribute('aria-checked') === 'true').map((option) => option.textContent)

describe('the sort dropdown of the photos', () => {
  test('offers the date taken and the date uploaded in both directions, and checks the current one', async () => {
    const { options } = await openMenu('/my-photos/photos')
    expect(options.map((option) => option.textContent)).toEqual([
      'Newest first',
      'Oldest first',
      'Recently uploaded',
      'Uploaded first',
    ])
    expect(checkedOf(options)).toEqual(['Newest first'])
    expect(options.map((option) => option.querySelector('svg') !== null)).toEqual([true, false, false, false])
  })

  test('writes the choice into local storage, and into the address as a history entry that Back undoes', async () => {
    const { app, trigger } = await openMenu('/my-photos/photos?stripped=true')
    await app.user.click(screen.getByRole('menuitemradio', { name: 'Uploaded first' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?stripped=true&sort=created-asc'))
    expect(stored()).toBe('{"sortKey":"created","sortOrder":"asc"}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(trigger)
    await app.router.navigate(-1)
    // Back restores the previous order, although another order is stored now.
    await waitFor(() => expect(app.router.state.location.search).toBe('?stripped=true&sort=dateTaken-desc'))
  })

  test('shows the order of the address instead of the stored one', async () => {
    localStorage.setItem('keepsake.sort.photos', '{"sortKey":"created","sortOrder":"asc"}')
    const { options } = await openMenu('/my-photos/photos?sort=dateTaken-asc')
    expect(checkedOf(options)).toEqual(['Oldest first'])
  })

  test('works with the keyboard alone', async () => {
    const app = renderApp('/my-photos/photos')
    const trigger = await screen.findByRole('button', { name: /^Sort by/ })
    trigger.focus()
    await app.user.keyboard('{ArrowDown}')
    await screen.findByRole('menu')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Newest first'))
    await app.user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(app.router.state.location.search).toBe('?sort=dateTaken-asc'))
  })

  test('works when local storage is full, because the address has the order', async () => {
    const { app } = await openMenu('/my-photos/photos')
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await app.user.click(screen.getByRole('menuitemradio', { name: 'Oldest first' }))
    await waitFor(() => expect(app.router.state.location.search).toBe('?sort=dateTaken-asc'))
    expect(stored()).toBeNull()
  })
})

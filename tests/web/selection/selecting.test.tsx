import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { amount, box, open, selected, setUpSelecting, tile } from './renderSelecting.ts'

setUpSelecting()

function cell(element: HTMLElement): HTMLElement {
  const found = element.closest<HTMLElement>('[role=gridcell]')
  if (!found) throw new Error('The photo is in no cell')
  return found
}

function month(name: string): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('checkbox', { name: `Select all photos of ${name}` })
}

function announcements(): (string | null)[] {
  return screen.getAllByRole('status').map(({ textContent }) => textContent)
}

async function begin(app: Awaited<ReturnType<typeof open>>) {
  await app.user.click(await screen.findByRole('button', { name: 'Select' }))
  await screen.findByRole('toolbar')
}

/** The names of the toolbar's actions. */
function actionNames(): (string | null)[] {
  return within(screen.getByRole('toolbar'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
}

function action(name: string): HTMLElement {
  return within(screen.getByRole('toolbar')).getByRole('button', { name })
}

function isDisabled(name: string): boolean {
  return action(name).getAttribute('aria-disabled') === 'true'
}

describe('selecting', () => {
  test('starts with the button and ends with Cancel', async () => {
    const app = await open()
    await begin(app)
    expect(amount()).toBe('0 selected')
    await app.user.click(box(1))
    expect(amount()).toBe('1 selected')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(amount()).toBeNull()
    expect(selected()).toEqual([])
    expect(document.activeElement).toBe(await tile(1))
  })

  test('ends with Cancel; if no photo had the focus before, the first photo on screen gets it', async () => {
    const app = await open()
    await begin(app)
    const cancel = screen.getByRole('button', { name: 'Cancel' })
    act(() => cancel.focus())
    await app.user.keyboard('{Enter}')
    expect(document.activeElement).toBe(await tile(0))
  })

  test('a click toggles the photo instead of opening it', async () => {
    const app = await open()
    await begin(app)
    await app.user.click(box(1))
    await app.user.click(box(2))
    expect(selected()).toEqual(['photo-1', 'photo-2'])
    await app.user.click(box(1))
    expect(selected()).toEqual(['photo-2'])
    expect(app.router.state.location.pathname).toBe('/my-photos/photos')
  })

  test('starts with a click on the circle', async () => {
    const app = await open()
    await app.user.click(cell(await tile(2)))
    await waitFor(() => expect(amount()).toBe('1 selected'))
    expect(selected()).toEqual(['photo-2'])
  })

  test.each(['Control', 'Meta'])('starts with a click on a photo while the %s key is held down', async (key) => {
    const app = await open()
    await app.user.keyboard(`{${key}>}`)
    await app.user.click(await tile(2))
    await app.user.click(box(3))
    await app.user.keyboard(`{/${key}}`)
    expect(selected()).toEqual(['photo-2', 'photo-3'])
  })

  test('a click opens the photo while no photos are being selected', async () => {
    const app = await open()
    await app.user.click(await tile(2))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/photos/preview/photo-2'))
  })

  test('a click with Shift selects a range across months, loaded or not', async () => {
    const app = await open()
    await begin(app)
    await app.user.click(box(1))
    await app.user.keyboard('{Shift>}')
    await app.user.click(box(12))
    await app.user.keyboard('{/Shift}')
    expect(selected()).toEqual(['photo-1', 'photo-2', 'photo-3', 'photo-10', 'photo-11', 'photo-12'])
    expect(amount()).toBe('6 selected')
  })

  test('announces the number of selected photos once it no longer changes', async () => {
    const app = await open()
    await begin(app)
    await waitFor(() => expect(announcements()).toContain('0 selected'))
    await app.user.click(box(1))
    await app.user.click(box(2))
    await waitFor(() => expect(announcements()).toContain('2 selected'))
    expect(announcements()).not.toContain('1 selected')
  })

  test('renders only the toggled photo', async () => {
    const app = await open()
    await begin(app)
    const changed: Node[] = []
    const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)))
    const grid = screen.getByRole('grid', { name: 'May 2024' })
    observer.observe(grid, { attributes: true, childList: true, subtree: true })
    const toggled = cell(box(1))
    fireEvent.click(box(1))
    await waitFor(() => expect(changed).not.toHaveLength(0))
    observer.disconnect()
    // The toggled photo also becomes the tab stop. No other photo changes, because there was no tab stop before.
    expect(changed.every((node) => toggled.contains(node))).toBe(true)
  })

  test('is kept while a photo is open, and ends when the page is left', async () => {
    const app = await open()
    await begin(app)
    await app.user.click(box(1))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/photos/preview/photo-1'))
    // The page removes this invalid value when it reads the stored selection, so the test can wait for the removal.
    sessionStorage.setItem('keepsake.printSelection', 'nonsense')
    await act(() => app.router.navigate(-1))
    await waitFor(() => expect(sessionStorage.getItem('keepsake.printSelection')).toBeNull())
    await waitFor(() => expect(amount()).toBe('1 selected'))
    await act(() => app.router.navigate('/my-photos/albums'))
    // Wait until the other page is shown: going back earlier would not leave this page.
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    await act(() => app.router.navigate('/my-photos/photos'))
    expect(await tile(1)).toBeTruthy()
    expect(amount()).toBeNull()
  })
})

describe('a month', () => {
  test('is selected as a whole, loaded or not, and its checkbox shows how much is selected', async () => {
    const app = await open()
    await screen.findByRole('checkbox', { name: 'Select all photos of April 2024' })
    await app.user.click(month('April 2024'))
    await waitFor(() => expect(amount()).toBe('70,000 selected'))
    expect([month('April 2024').checked, month('April 2024').indeterminate]).toEqual([true, false])
    expect([month('May 2024').checked, month('May 2024').indeterminate]).toEqual([false, false])
    await app.user.click(box(12))
    expect(amount()).toBe('69,999 selected')
    expect([month('April 2024').checked, month('April 2024').indeterminate]).toEqual([false, true])
    await app.user.click(month('April 2024'))
    await app.user.click(month('April 2024'))
    expect(amount()).toBe('0 selected')
  })
})

describe('the toolbar', () => {
  test('has Download, Copy to album, Delete and Order prints', async () => {
    await begin(
      await open({ features: { PhotoManagementTimelineViewEnabled: true, PhotoManagementAlbumViewEnabled: true } }),
    )
    expect(actionNames()).toEqual(['Download', 'Copy to album', 'Delete', 'Order prints'])
  })

  test('has Copy to album only where albums are switched on', async () => {
    await begin(
      await open({ features: { PhotoManagementTimelineViewEnabled: true, PhotoManagementAlbumViewEnabled: false } }),
    )
    expect(actionNames()).toEqual(['Download', 'Delete', 'Order prints'])
  })

  test('has disabled actions while nothing is selected; an action that has the focus says why', async () => {
    const app = await open()
    await begin(app)
    for (const name of ['Download', 'Delete', 'Order prints']) expect(isDisabled(name)).toBe(true)
    await app.user.tab()
    act(() => action('Delete').focus())
    expect(await screen.findByText('Select photos first')).toBeTruthy()
    await app.user.click(box(1))
    for (const name of ['Download', 'Delete', 'Order prints']) expect(isDisabled(name)).toBe(false)
  })

  test('does not download more than 100 photos, and says so', async () => {
    const app = await open()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Select all photos of April 2024' }))
    await screen.findByRole('toolbar')
    expect([isDisabled('Download'), isDisabled('Delete')]).toEqual([true, false])
    await app.user.click(action('Download'))
    expect(await screen.findByText('Up to 100 photos can be downloaded at a time')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('asks before it deletes', async () => {
    const app = await open()
    await begin(app)
    await app.user.click(box(1))
    await app.user.click(action('Delete'))
    expect(await screen.findByRole('alertdialog')).toBeTruthy()
  })

  test('is not shown while photos are selected for prints', async () => {
    const app = await open()
    await act(() => app.router.navigate('/my-photos/photos?order=prints'))
    await waitFor(() => expect(amount()).toBe('0 selected'))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
})

test('photos, rows and months are a grid for assistive technology', async () => {
  await open()
  const grid = screen.getByRole('grid', { name: 'May 2024' })
  expect(grid.getAttribute('aria-multiselectable')).toBe('true')
  const rows = within(within(grid).getByRole('rowgroup')).getAllByRole('row')
  expect(rows.flatMap((row) => within(row).getAllByRole('gridcell'))).toHaveLength(4)
})

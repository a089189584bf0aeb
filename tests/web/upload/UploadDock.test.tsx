import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useMarkFirstView } from '../../../web/shared/firstView.ts'
import { libraryEventsOf } from '../../../web/shared/LibraryEvents.ts'
import { leavePage, findResult, renderSignedOut, renderUploads } from './renderUploads.tsx'
import { StorageServer } from './storageServer.ts'
import { photo } from './support.ts'

let server: StorageServer

beforeEach(async () => {
  server = await StorageServer.start()
})

afterEach(async () => {
  leavePage()
  await server.stop()
})

type Page = ReturnType<typeof renderUploads>

async function press({ user }: Page, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
}

async function choose(page: Page, ...files: File[]): Promise<void> {
  if (!screen.queryByRole('dialog')) await press(page, 'Add photos')
  await press(page, 'Choose photos')
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('There is no file chooser')
  await page.user.upload(input, files)
}

/** A page whose dialog was closed while two photos are uploading. */
async function uploadInBackground(): Promise<{ page: Page; open: () => void }> {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  server.gate = promise
  const page = renderUploads(server)
  await choose(page, photo('one.jpg'), photo('bad.jpg', 'refuse:TOO_MANY_PIXELS'))
  await press(page, 'Upload')
  await press(page, 'Continue in the background')
  return { page, open }
}

/** True if the page would now warn before it is left. */
function warnsBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('the dock', () => {
  test('says how many photos are being made ready, even after a reload, until they are in the library', async () => {
    server.isBusy = true
    const first = renderUploads(server)
    await choose(first, photo('one.jpg'), photo('two.jpg'))
    await press(first, 'Upload')
    await waitFor(() => expect(screen.getAllByText('Being prepared')).toHaveLength(2))
    expect(screen.queryByText(/added to your library/)).toBeNull()
    leavePage()
    // The new page requests the count from storage. A failed request is repeated.
    server.failures = 1
    renderHook(() => useMarkFirstView(true))
    renderUploads(server)
    expect(await screen.findByText('2 photos are being prepared.')).toBeDefined()
    expect(server.failures).toBe(0)
    server.isBusy = false
    await waitFor(() => expect(screen.queryByText('2 photos are being prepared.')).toBeNull())
  })

  test('updates the number of another device’s uploads as soon as one of them has ended', async () => {
    const device = renderUploads(server)
    server.isBusy = true
    await choose(device, photo('one.jpg'))
    await press(device, 'Upload')
    await screen.findByText('Being prepared')
    leavePage()
    // Keeps the dock from polling: its delay of 2 to 2.5 s becomes 10 minutes. A plain function replaces `setTimeout`,
    // because Testing Library would take a mock function for a fake clock.
    const wait = globalThis.setTimeout
    const due = (run: () => void, milliseconds = 0) =>
      wait(run, milliseconds >= 2_000 && milliseconds <= 2_500 ? 600_000 : milliseconds)
    globalThis.setTimeout = Object.assign(due, wait)
    try {
      renderHook(() => useMarkFirstView(true))
      const { app } = renderUploads(server)
      await screen.findByText('1 photo is being prepared.')
      server.isBusy = false
      act(() => libraryEventsOf(app).publishUploadsEnded())
      await waitFor(() => expect(screen.queryByText('1 photo is being prepared.')).toBeNull())
    } finally {
      globalThis.setTimeout = wait
    }
  })

  test('says that an added photo cannot be shown, and links to it in the details', async () => {
    const page = renderUploads(server)
    await choose(page, photo('good.jpg'), photo('bad.jpg', 'refuse:DAMAGED_FILE'), photo('broken.jpg', 'notShown'))
    await press(page, 'Upload')
    await findResult('2 photos were added to your library.')
    await findResult('1 of them cannot be shown, but its file is kept.')
    const added = screen.getByText('2 photos were added to your library.')
    // "Of them" refers to the photos of the previous line.
    expect(added.nextElementSibling?.textContent).toBe('1 of them cannot be shown, but its file is kept.')
    const [, first, second] = screen.getAllByRole('listitem')
    expect(first?.textContent).toContain('broken.jpgAdded, but cannot be shown')
    expect(first?.textContent).toContain('Show photo')
    expect(second?.textContent).toBe('good.jpgAdded')
  })

  test('links to the details if a photo was a duplicate', async () => {
    const page = renderUploads(server)
    await choose(page, photo('one.jpg', 'same'))
    await press(page, 'Upload')
    await press(page, 'View photos')
    const { promise, resolve: open } = Promise.withResolvers<void>()
    server.gate = promise
    await choose(page, photo('again.jpg', 'same'))
    await press(page, 'Upload')
    await press(page, 'Continue in the background')
    open()
    await findResult('1 photo was in your library already.')
    await press(page, 'Details')
    expect(await screen.findByRole('link', { name: 'Show photo again.jpg' })).toBeTruthy()
  })

  test('is hidden while nothing is uploaded', async () => {
    renderUploads(server)
    await screen.findByRole('button', { name: 'Add photos' })
    expect(screen.queryByRole('region', { name: 'Photos being added' })).toBeNull()
  })

  test('shows the progress of uploads, which continue when the dialog is closed', async () => {
    const { page } = await uploadInBackground()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('region', { name: 'Photos being added' }).textContent).toContain('0 of 2 photos')
    await press(page, 'Details')
    expect(screen.getByRole('dialog', { name: 'Adding your photos' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Photos being added' })).toBeNull()
  })

  test('shows the results at the end and links to the photos', async () => {
    const { page, open } = await uploadInBackground()
    open()
    expect(await findResult('1 photo was added to your library.')).toBeTruthy()
    expect(await findResult('1 file could not be added.')).toBeTruthy()
    expect(page.libraryChanges).toEqual(['changed'])
    await press(page, 'View photos')
    expect(page.router.state.location.pathname).toMatch(/^\/my-photos\/photos\/uploaded\//)
    expect(page.router.state.location.search).toBe('?in=')
    expect(screen.queryByRole('region', { name: 'Photos being added' })).toBeNull()
  })

  test('announces the end of the uploads to screen readers', async () => {
    const { open } = await uploadInBackground()
    expect(screen.getByRole('status').textContent).toContain('0 of 2 photos')
    open()
    const words = '1 photo was added to your library. 1 file could not be added.'
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(words))
  })

  test('warns before leaving the page only while uploads run', async () => {
    expect(warnsBeforeLeaving()).toBe(false)
    const { open } = await uploadInBackground()
    expect(warnsBeforeLeaving()).toBe(true)
    open()
    await findResult('1 photo was added to your library.')
    await waitFor(() => expect(warnsBeforeLeaving()).toBe(false))
  })

  test('asks before signing out only while uploads run', async () => {
    const { page, open } = await uploadInBackground()
    await act(async () => page.router.navigate('/logout'))
    const question = await screen.findByRole('alertdialog', { name: 'Sign out now?' })
    expect(question.textContent).toContain('2 photos are not in your library yet')
    await press(page, 'Keep going')
    expect(page.router.state.location.pathname).toBe('/')
    open()
    await findResult('1 photo was added to your library.')
    await act(async () => page.router.navigate('/logout'))
    expect(page.router.state.location.pathname).toBe('/logout')
  })

  test('does not warn before the navigation to sign in again', async () => {
    await uploadInBackground()
    localStorage.clear()
    expect(warnsBeforeLeaving()).toBe(false)
  })
})

test('nothing is shown if the code of the uploads arrives during a sign-out', () => {
  expect(renderSignedOut(server).container.innerHTML).toBe('')
})

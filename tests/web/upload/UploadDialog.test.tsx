import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leavePage, findResult, renderUploads } from './renderUploads.tsx'
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

async function openDialog(): Promise<Page> {
  const page = renderUploads(server)
  await page.user.click(screen.getByRole('button', { name: 'Add photos' }))
  return page
}

async function choose({ user }: Page, ...files: File[]): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Choose photos' }))
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('There is no file chooser')
  await user.upload(input, files)
}

async function press({ user }: Page, name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }))
}

function status(name: string): string {
  return screen.getByText(name, { selector: '[title]' }).closest('li')?.textContent ?? ''
}

describe('choosing', () => {
  test('an empty dialog explains the choices and cannot upload', async () => {
    await openDialog()
    const dialog = screen.getByRole('dialog', { name: 'Add photos' })
    expect(dialog.textContent).toContain('Drop your photos here')
    expect(dialog.textContent).toContain('HEIC, JPEG and PNG')
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', true)
  })

  test('chosen files are listed with their sizes and can be removed', async () => {
    const page = await openDialog()
    await choose(page, photo('beach.jpg', 2_345_678), photo('forest.jpg', 1000))
    expect(status('beach.jpg')).toContain('2.24\u00a0MB')
    expect(screen.getByText('2 photos, 2.24 MB', { selector: 'footer *' })).toBeTruthy()
    await press(page, 'Remove forest.jpg')
    expect(screen.queryByText('forest.jpg')).toBeNull()
    expect(server.requests('POST')).toEqual([])
  })

  test('a file that is not a photo is refused at once and does not block the other files', async () => {
    const page = await openDialog()
    await choose(
      page,
      new File(['x'], 'letter.pdf', { type: 'application/pdf' }),
      photo('empty.jpg', ''),
      photo('good.jpg'),
    )
    expect(status('letter.pdf')).toContain('Only HEIC, JPEG and PNG photos can be added.')
    expect(status('empty.jpg')).toContain('This file is empty.')
    await press(page, 'Upload')
    expect(await findResult('1 photo was added to your library.')).toBeTruthy()
    expect(await findResult('2 files could not be added.')).toBeTruthy()
  })

  test('when every file was refused, other files can be chosen; the refused files are gone after closing', async () => {
    const page = await openDialog()
    await choose(page, photo('empty.jpg', ''))
    expect(screen.getByRole('dialog', { name: 'Add photos' }).textContent).toContain('This file is empty.')
    expect(screen.getByRole('button', { name: 'Upload' })).toHaveProperty('disabled', true)
    await choose(page, photo('good.jpg'))
    expect(screen.getByText('1 photo, 8 Bytes', { selector: 'footer *' })).toBeTruthy()
    await press(page, 'Remove good.jpg')
    await press(page, 'Close')
    await press(page, 'Add photos')
    expect(screen.queryByText('empty.jpg')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Photos being added' })).toBeNull()
  })

  test('Cancel discards the chosen files without asking', async () => {
    const page = await openDialog()
    await choose(page, photo('beach.jpg'))
    await press(page, 'Cancel')
    expect(screen.queryByRole('dialog')).toBeNull()
    await press(page, 'Add photos')
    expect(screen.queryByText('beach.jpg')).toBeNull()
  })

  test('a list of two thousand files renders only the rows in or near its visible part', async () => {
    const page = await openDialog()
    await choose(page, ...Array.from({ length: 2000 }, (_, number) => photo(`${number}.jpg`)))
    const rows = within(screen.getByRole('region', { name: 'Your files' })).getAllByRole('listitem')
    expect(rows.length).toBeLessThan(50)
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('2000')
    expect(screen.getByText(/^2,000 photos/, { selector: 'footer *' })).toBeTruthy()
    const list = screen.getByRole('region', { name: 'Your files' })
    const positions = () =>
      within(list)
        .getAllByRole('listitem')
        .map((row) => Number(row.getAttribute('aria-posinset')))
    // Rows are 76 pixels high. 12 rows more than the visible ones are rendered: 6 above and 6 below, or all of them
    // below at the top of the list.
    Object.defineProperty(list, 'clientHeight', { value: 760, configurable: true })
    fireEvent.scroll(list, { target: { scrollTop: 7_600 } })
    expect([positions()[0], positions().at(-1)]).toEqual([95, 116])
    Object.defineProperty(list, 'clientHeight', { value: 1_520 })
    fireEvent.scroll(list)
    expect([positions()[0], positions().at(-1)]).toEqual([95, 126])
    fireEvent.scroll(list, { target: { scrollTop: 0 } })
    expect([positions()[0], positions().at(-1)]).toEqual([1, 32])
    // The row that has the focus stays in the document when it is scrolled out of view.
    within(list).getAllByRole('button')[0]?.focus()
    fireEvent.scroll(list, { target: { scrollTop: 76_000 } })
    expect(positions().slice(0, 2)).toEqual([1, 995])
  })
})

describe('uploading', () => {
  test('the result shows added and refused photos, with the reasons', async () => {
    const page = await openDialog()
    await choose(page, photo('one.jpg', 'same'), photo('two.jpg', 'other'), photo('bad.jpg', 'refuse:DAMAGED_FILE'))
    await press(page, 'Upload')
    expect(await findResult('2 photos were added to your library.')).toBeTruthy()
    expect(await findResult('1 file could not be added.')).toBeTruthy()
    expect(status('bad.jpg')).toContain('This photo is damaged and cannot be opened.')
    expect(status('one.jpg')).toContain('Added')
    expect(page.libraryChanges).toEqual(['changed'])
    await press(page, 'View photos')
    expect(page.finished).toEqual([expect.stringMatching(/^\/my-photos\/photos\/uploaded\/[0-9a-f-]{36}\?in=$/)])
  })

  test('a duplicate is marked as such', async () => {
    const page = await openDialog()
    await choose(page, photo('one.jpg', 'same'))
    await press(page, 'Upload')
    await press(page, 'View photos')
    await choose(page, photo('again.jpg', 'same'))
    await press(page, 'Upload')
    expect(await findResult('1 photo was in your library already.')).toBeTruthy()
    expect(status('again.jpg')).toContain('Already in your library')
    await press(page, 'View photos')
    // The button opens the photo that was uploaded first.
    expect(page.finished[1]).toMatch(/^\/my-photos\/photos\/uploaded\/[0-9a-f-]{36}$/)
  })

  test('the result links to each duplicate, and shows duplicates before added photos', async () => {
    const page = await openDialog()
    await choose(page, photo('one.jpg', 'same'))
    await press(page, 'Upload')
    await press(page, 'View photos')
    await choose(page, photo('new.jpg', 'new'), photo('again.jpg', 'same'), photo('bad.jpg', 'refuse:EMPTY_FILE'))
    await press(page, 'Upload')
    await findResult('1 photo was in your library already.')
    const rows = within(screen.getByRole('region', { name: 'Your files' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('[title]')?.textContent)).toEqual(['bad.jpg', 'again.jpg', 'new.jpg'])
    const link = screen.getByRole('link', { name: 'Show photo again.jpg' })
    expect(link.getAttribute('href')).toMatch(/^\/my-photos\/photos\/uploaded\/[0-9a-f-]{36}$/)
    expect(screen.queryByRole('link', { name: 'Show photo new.jpg' })).toBeNull()
  })

  test('shows the progress of all files and of each; Cancel asks first, and Keep going continues', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.gate = promise
    const page = await openDialog()
    await choose(page, ...[1, 2, 3, 4, 5].map((number) => photo(`${number}.jpg`, 1000)))
    await press(page, 'Upload')
    expect(await within(screen.getByRole('dialog')).findByText('0 of 5 photos')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'All photos together' })).toBeTruthy()
    expect(status('5.jpg')).toContain('Waiting')
    await press(page, 'Cancel')
    const question = await screen.findByRole('alertdialog', { name: 'Stop adding photos?' })
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep going'))
    expect(question.textContent).toContain('5 photos are not in your library yet. What has been added stays.')
    await press(page, 'Keep going')
    resolve()
    expect(await findResult('5 photos were added to your library.')).toBeTruthy()
  })

  test('Stop cancels the running uploads and marks them', async () => {
    server.gate = new Promise(() => {})
    const page = await openDialog()
    await choose(page, ...[1, 2, 3, 4].map((number) => photo(`${number}.jpg`, 100_000)))
    await press(page, 'Upload')
    // This wait can be long: jsdom sends a request on a busy connection only when the earlier request is aborted.
    await waitFor(() => expect(server.patches.length).toBe(3), { timeout: 50_000 })
    await press(page, 'Cancel 4.jpg')
    expect(status('4.jpg')).toContain('Cancelled')
    await press(page, 'Cancel')
    await press(page, 'Stop')
    expect(await findResult('4 uploads were cancelled.')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'View photos' })).toBeNull()
    // The button that opened the question has disappeared, so the dialog gets the focus.
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  })

  test('failed uploads can be retried, one or all', async () => {
    server.isForbidding = true
    const page = await openDialog()
    await choose(page, photo('one.jpg'), photo('two.jpg'))
    await press(page, 'Upload')
    expect(await findResult('2 files could not be added.')).toBeTruthy()
    server.isForbidding = false
    await press(page, 'Try one.jpg again')
    expect(await findResult('1 photo was added to your library.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try one.jpg again' })).toBeNull()
    await press(page, 'Try 1 photo again')
    expect(await findResult('2 photos were added to your library.')).toBeTruthy()
  })
})

function usageOf(storedBytes: number) {
  return { storedBytes, announcedBytes: 0, quotaBytes: 10_000 }
}

describe('the storage space', () => {
  test.each([
    [7_999, null],
    [8_000, 'Your storage space is almost used up.'],
    [10_000, 'Your storage space is used up.'],
  ])('is shown from 80 percent: with %d of 10,000 bytes', async (storedBytes, warning) => {
    server.usage = usageOf(storedBytes)
    await openDialog()
    if (warning === null) {
      await waitFor(() => expect(server.usageRequests).toBe(1))
      expect(screen.queryByRole('progressbar', { name: 'Storage space' })).toBeNull()
      return
    }
    const meter = await screen.findByRole('progressbar', { name: 'Storage space' })
    expect(meter.getAttribute('aria-valuenow')).toBe(String(storedBytes / 100))
    expect(screen.getByText(warning)).toBeTruthy()
    expect(screen.getByText('To make room, delete photos.')).toBeTruthy()
  })

  test('refuses files that do not fit, without sending them, and keeps the others', async () => {
    server.usage = usageOf(8_000)
    const page = await openDialog()
    await screen.findByText('7.81 KB of 9.77 KB used')
    await choose(page, photo('a.jpg', 1_500), photo('b.jpg', 1_000), photo('c.jpg', 500))
    expect(status('a.jpg')).toContain('1.46\u00a0KB')
    expect(status('b.jpg')).toContain('There is not enough storage space left for this photo.')
    expect(status('c.jpg')).toContain('500\u00a0Bytes')
    await press(page, 'Upload')
    await findResult('2 photos were added to your library.')
    expect(server.requests('POST')).toHaveLength(2)
  })

  test('is checked by storage too; a file that storage has refused can be sent again when there is room', async () => {
    server.usage = usageOf(0)
    const page = await openDialog()
    await waitFor(() => expect(server.usageRequests).toBe(1))
    await choose(page, photo('a.jpg', 1_000))
    // Another device has used the space meanwhile.
    server.usage = usageOf(10_000)
    await press(page, 'Upload')
    await waitFor(() => expect(status('a.jpg')).toContain('There is not enough storage space left for this photo.'))
    await screen.findByText('9.77 KB of 9.77 KB used')
    server.usage = usageOf(0)
    await press(page, 'Try 1 photo again')
    await findResult('1 photo was added to your library.')
  })
})

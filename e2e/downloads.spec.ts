import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Download, type Page, expect, test } from '@playwright/test'
import { makeBrokenJpeg } from '../tests/support/pictures.ts'
import { unzip } from '../tests/support/unzip.ts'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { act, press, reach } from './support/keyboard.ts'
import { type ChosenFile, daysOfMay, jpegFile, expectKeysHandled, photosTaken, tileInGrid } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

/**
 * Opens the timeline of a new customer with four photos of one month, the newest first: `1.jpg`, `2.jpg`, …
 * The second photo cannot be decoded, but is downloaded like the other photos.
 * @param ballast how many bytes to append to each of the first three pictures; image decoders ignore these bytes
 */
async function openPhotos(page: Page, ballast = 0): Promise<readonly ChosenFile[]> {
  const moments = daysOfMay(4)
  const broken = jpegFile('2.jpg', await makeBrokenJpeg({ taken: moments[1] ?? '' }))
  const files = (await photosTaken(moments))
    .with(1, broken)
    .map((file, index) => (index < 3 ? { ...file, buffer: Buffer.concat([file.buffer, Buffer.alloc(ballast)]) } : file))
  await openNewLibrary(page, files)
  await expect(tileInGrid(page, '4.jpg')).toBeVisible()
  await expectKeysHandled(page)
  return files
}

/** Collects every download that a page starts. */
function downloadsOf(page: Page): readonly Download[] {
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  return downloads
}

/** The files in a downloaded archive, read by Info-ZIP. */
async function contents(download: Download) {
  const unzipped = await unzip(await readFile(await download.path()))
  return new Map([...unzipped].map(([name, { bytes }]) => [name, bytes]))
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Download 3 photos?' })

test('by keyboard only: download three photos as one file, which only the requesting tab saves, and save it again from the list', async ({
  page,
}) => {
  const files = await openPhotos(page)
  const started = downloadsOf(page)
  const other = await page.context().newPage()
  const startedInOther = downloadsOf(other)
  await other.goto('/downloads')
  await expect(other.getByRole('heading', { name: 'No downloads' })).toBeVisible()
  await expectAccessible(other)

  await page.bringToFront()
  await reach(page, tileInGrid(page, '1.jpg'))
  await page.keyboard.press('Space')
  await page.keyboard.press(`Shift+${forwardKey}`)
  await page.keyboard.press(`Shift+${forwardKey}`)
  await act(page, 'Download')
  await expect(question(page)).toContainText('The 3 photos are about')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Downloading photos')).toBeVisible({ timeout: 120_000 })
  // The toast replaces the previous one, and does not cover the buttons of the selection.
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await expect(notifications.getByText('Preparing download...')).toHaveCount(0)
  const buttonsEnd = await page.getByRole('toolbar').evaluate((bar) => bar.getBoundingClientRect().bottom)
  expect(await notifications.evaluate((region) => region.getBoundingClientRect().top)).toBeGreaterThan(buttonsEnd)
  await expectAccessible(page)
  await expect.poll(() => started.length).toBe(1)
  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('toolbar').getByRole('button', { name: 'Download' })).toBeFocused()
  await expect(page.getByText('3 selected').first()).toBeVisible()
  const [download] = started
  if (!download) throw new Error('Nothing was downloaded.')
  expect(download.suggestedFilename()).toMatch(/^[\da-f-]{36}\.zip$/)
  expect(await contents(download)).toEqual(new Map(files.slice(0, 3).map(({ name, buffer }) => [name, buffer])))

  // The other tab got the event too, and left the download to the tab that requested it.
  const item = other.getByRole('main').getByRole('listitem')
  await expect(item).toContainText('3 photos')
  await expect(item).toContainText('Available for 7 more days')
  expect(startedInOther).toEqual([])
  await expectAccessible(other)
  await other.bringToFront()
  await press(other, other.getByRole('button', { name: 'Save file' }))
  await expect.poll(() => startedInOther.length).toBe(1)
  expect(startedInOther[0]?.suggestedFilename()).toBe(download.suggestedFilename())
  await expect(other.getByText(`The download of ${download.suggestedFilename()} has started.`)).toBeVisible()
})

/** Saves large files in the browser's own file system: a headless browser cannot ask where to save them. */
function chooseAutomatically(): void {
  Object.assign(globalThis, {
    showSaveFilePicker: async ({ suggestedName }: { readonly suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
  })
}

/** The SHA-256 of a file that was saved in the browser's own file system. */
async function hashOfSaved(page: Page, name: string): Promise<string> {
  const digest = await page.evaluate(async (fileName) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(fileName)
    const bytes = await (await handle.getFile()).arrayBuffer()
    return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
  }, name)
  return Buffer.from(digest).toString('hex')
}

test('after a reload, a requested download starts once, and a large file continues where it was paused', async ({
  page,
}) => {
  await page.addInitScript(chooseAutomatically)
  await openPhotos(page, 18e6)
  const started = downloadsOf(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) await tileInGrid(page, name).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click()
  await question(page).getByRole('button', { name: 'Download' }).click()
  await page.reload()
  await expect.poll(() => started.length, { timeout: 120_000 }).toBe(1)
  const [download] = started
  if (!download) throw new Error('Nothing was downloaded.')
  const name = download.suggestedFilename()
  const hash = createHash('sha256').update(await readFile(await download.path()))
  await page.goto('/downloads')

  const network = await page.context().newCDPSession(page)
  const limit = (downloadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput,
    })
  await limit(1e6)
  await page.getByRole('button', { name: 'Save file' }).click()
  const position = page.getByText(/\sMB of 5\d\.\d\d\sMB$/)
  await expect(position).toHaveText(/^(?!0(\.00)? )/)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await expectAccessible(page)
  const reached = (await position.textContent()) ?? ''
  await limit(-1)
  await page.reload()
  await expect(position).toHaveText(reached)
  const resumed = page.waitForRequest(async (request) => (await request.headerValue('range'))?.endsWith('-') ?? false)
  await page.getByRole('button', { name: 'Resume' }).click()
  expect(await (await resumed).headerValue('range')).not.toBe('bytes=0-')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 120_000 })
  expect(await hashOfSaved(page, name)).toBe(hash.digest('hex'))
  expect(started).toHaveLength(1)
})

test('by keyboard only: a customer downloads all their data as one file', async ({ page }) => {
  const { customer, accountId } = await openNewLibrary(page, [], { path: '/settings/download-data' })
  await expect(page.getByRole('heading', { name: 'What the file contains' })).toBeVisible()
  await expectAccessible(page)
  await press(page, page.getByRole('button', { name: 'Prepare my data' }))
  const ready = page.getByText(/^Your file is ready: my-data-/)
  await expect(ready).toBeVisible()
  await expectAccessible(page)
  // The file stays for two hours, so a reload shows it again.
  await page.reload()
  await expect(ready).toBeVisible()
  const saved = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'Download the file' }))
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const file: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file).toMatchObject({
    account: { accountId, email: customer.email, registeredName: customer.name },
    sessions: [{ signedInAt: expect.any(String) }],
    newsletter: { state: 'none' },
    orders: [],
    vouchers: [],
    invoices: [],
    projects: [],
  })
  await expect(page.getByText(/^The download of my-data-.* has started\./)).toBeVisible()
  await expectAccessible(page)
})

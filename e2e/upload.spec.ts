import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { makeBrokenJpeg, makeHeicBomb, makeHugePng, makeJpeg, makePng, truncate } from '../tests/support/pictures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { choose, jpegFile, photo, shows, tile, upload } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

test('invalid files are refused with a reason, and valid ones are kept', async ({ page, context }) => {
  const markup = '<img src=x onerror=document.title=1>.jpg'
  const names = ['sommer 🌻 été.jpg', `${'a'.repeat(240)}.jpg`, markup]
  let asked = ''
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) asked = request.url()
  })
  await openNewLibrary(page)
  const other = await context.newPage()
  await other.goto('/my-photos/photos')
  await expect(other.getByText('Your photo library is empty')).toBeVisible()
  await upload(page, [
    jpegFile('letter.jpg', Buffer.from('Dear customer, this is no photo. '.repeat(40))),
    jpegFile('half.jpg', truncate(await makeJpeg({ seed: 21 }))),
    jpegFile('nothing.jpg', Buffer.alloc(0)),
    { name: 'wall.png', mimeType: 'image/png', buffer: makeHugePng() },
    { name: 'bomb.heic', mimeType: 'image/heic', buffer: makeHeicBomb() },
    await photo('good.jpg', { seed: 22, taken: '2022:02:02 02:02:02' }),
    ...(await Promise.all(names.map((name, index) => photo(name, { seed: 31 + index })))),
  ])
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('4 photos were added to your library.')).toBeVisible()
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await expect(row('letter.jpg')).toContainText('Only HEIC, JPEG and PNG photos can be added.')
  await expect(row('half.jpg')).toContainText('This photo is damaged and cannot be opened.')
  await expect(row('nothing.jpg')).toContainText('This file is empty.')
  await expect(row('wall.png')).toContainText('This photo is too large to show.')
  await expect(row('bomb.heic')).toContainText(/too large to show|damaged/)
  await expect(dialog.getByText(markup)).toBeVisible()

  await test.step('a photo uploaded in one tab appears in another', async () => {
    await expect(tile(other, 'good.jpg')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('a file name with an emoji, with markup or with 244 characters is shown unchanged', async () => {
    await page.getByRole('button', { name: 'View photos' }).click()
    for (const name of ['good.jpg', ...names]) await expect(tile(page, name)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(4)
  })

  await test.step('markup in a file name is shown as text, and does not run', async () => {
    await tile(page, markup).click()
    await shows(page, '<img src=x onerror=')
    expect(asked).toBe('')
  })
})

test('a reload during an upload offers to continue, and nothing is lost or duplicated', async ({ page }) => {
  await openNewLibrary(page)
  const slow = await page.context().newCDPSession(page)
  const files = await Promise.all(
    [51, 52, 53].map((seed) => photo(`holiday-${seed}.jpg`, { seed, width: 1600, height: 1200 })),
  )
  await choose(page, files)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  })
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Adding your photos' })).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await isSent
  await page.reload()
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await expect(page.getByText('3 photos have not finished uploading.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'View photos' }).click()
  for (const { name } of files) await expect(tile(page, name)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /^Photo / })).toHaveCount(3)
})

test('two tabs upload at the same time, one file in both; the uploads of a closed tab can be continued in the other', async ({
  page,
  context,
}) => {
  await openNewLibrary(page)
  const other = await context.newPage()
  await other.goto('/my-photos/photos')
  const both = await photo('both.jpg', { seed: 54, width: 1600, height: 1200 })
  const left = await Promise.all([55, 56].map((seed) => photo(`left-${seed}.jpg`, { seed, width: 1600, height: 1200 })))
  await choose(page, [both, ...left])
  await choose(other, [both, await photo('stayed.jpg', { seed: 57 })])
  const slow = await context.newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 2_000,
  })
  const isSent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await isSent
  await other.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(other.getByRole('dialog', { name: 'Finished' })).toContainText('2 photos were added to your library.')
  await other.getByRole('button', { name: 'View photos' }).click()
  await expect(other.getByText(/not finished uploading/)).toHaveCount(0)

  await page.close()
  await expect(other.getByText('3 photos have not finished uploading.')).toBeVisible()
  await other.getByRole('button', { name: 'Continue' }).click()
  const dock = other.getByRole('region', { name: 'Photos being added' })
  await expect(dock).toContainText('2 photos were added to your library.')
  await expect(dock).toContainText('1 photo was in your library already.')
  for (const { name } of [both, ...left]) await expect(tile(other, name)).toBeVisible({ timeout: 60_000 })
  await expect(other.getByRole('link', { name: /^Photo / })).toHaveCount(4)
})

test('a cancelled upload adds nothing to the library', async ({ page }) => {
  await openNewLibrary(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  const slow = await page.context().newCDPSession(page)
  await choose(page, [await photo('unwanted.jpg', { seed: 61, width: 2800, height: 2100 })])
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2_000,
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep going' }).click()
  await page.getByRole('button', { name: 'Continue in the background' }).click()
  await expect(page.getByRole('region', { name: 'Photos being added' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('1 upload was cancelled.')).toBeVisible()
  // Wait for this response before the network becomes fast again. Otherwise, a busy browser could send the rest of the
  // file before it stops the upload.
  expect((await deleted).status()).toBe(204)
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.getByRole('dialog', { name: 'Finished' }).getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
})

test('the result links to existing photos, and retries all failed files', async ({ page }) => {
  const known = await makeJpeg({ seed: 71, taken: '2023:03:03 03:03:03' })
  await openNewLibrary(page, [jpegFile('first.jpg', known)])
  await expect(tile(page, 'first.jpg')).toBeVisible()

  let isDown = true
  await page.route('**/storage/files', async (route) => {
    if (isDown && route.request().method() === 'POST') await route.fulfill({ status: 403, body: '{}' })
    else await route.fallback()
  })
  await upload(page, [jpegFile('again.jpg', known), await photo('new.jpg', { seed: 72 })])
  const dialog = page.getByRole('dialog', { name: 'Finished' })
  await expect(dialog.getByText('2 files could not be added.')).toBeVisible()
  isDown = false
  await dialog.getByRole('button', { name: 'Try 2 photos again' }).click()
  await expect(dialog.getByText('1 photo was added to your library.')).toBeVisible({ timeout: 120_000 })
  await expect(dialog.getByText('1 photo was in your library already.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Show photo again.jpg' }).click()
  await expect(page).toHaveURL(/\/my-photos\/photos\/preview\//)
  await expect(page).toHaveTitle(/first\.jpg/)
  await page.goBack()
  const dock = page.getByRole('region', { name: 'Photos being added' })
  await expect(dock.getByText('1 photo was in your library already.')).toBeVisible()
  await dock.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('link', { name: 'Show photo again.jpg' })).toBeVisible()
})

const taken = (index: number) => ({
  taken: `2023:05:${String(1 + (index % 20)).padStart(2, '0')} 10:00:${String(index % 60).padStart(2, '0')}`,
})

const many = async (count: number, make: (index: number) => Promise<Buffer>, name: (index: number) => string) =>
  Promise.all(Array.from({ length: count }, async (_, index) => jpegFile(name(index), await make(index))))

const small = (index: number) => ({
  width: 24,
  height: 16,
  seed: index,
  ...taken(index),
  exif: { IFD0: { Model: `T ${index}` } },
})

const newest = (index: number) => ({
  ...small(300 + index),
  taken: `2023:05:31 10:00:${String(index).padStart(2, '0')}`,
})

/** 200 files, of all kinds that a folder of photos may hold, all of May 2023. The broken files are the newest. */
async function mixedFiles() {
  const good = await many(
    70,
    async (index) => makeJpeg(small(index)),
    (index) => `good-${index}.jpg`,
  )
  const asOther = await many(
    20,
    async (index) => makePng(small(100 + index)),
    (index) => `png-${index}.jpg`,
  )
  const cut = await many(
    20,
    async (index) => truncate(await makeJpeg({ ...small(200 + index), width: 400, height: 300 }), 0.9),
    (index) => `cut-${index}.jpg`,
  )
  const broken = await many(
    12,
    async (index) => makeBrokenJpeg(newest(index)),
    (index) => `broken-${index}.jpg`,
  )
  const again = good.slice(0, 28).map(({ buffer }, index) => jpegFile(`again-${index}.jpg`, buffer))
  const header = await many(
    20,
    async (index) => truncate(await makeJpeg(small(400 + index))),
    (index) => `header-${index}.jpg`,
  )
  const text = await many(
    20,
    async (index) => Buffer.from(`Letter ${index}. `.repeat(20)),
    (index) => `letter-${index}.jpg`,
  )
  const empty = await many(
    10,
    async () => Buffer.alloc(0),
    (index) => `empty-${index}.jpg`,
  )
  return { shown: [...good, ...asOther, ...cut], broken, again, refused: [...header, ...text, ...empty] }
}

test('the result of 200 good, odd and broken files agrees with the library after a reload', async ({ page }) => {
  const { shown, broken, again, refused } = await mixedFiles()
  await openNewLibrary(page)
  await upload(page, [...refused.slice(0, 25), ...shown, ...broken, ...again, ...refused.slice(25)])
  const dialog = page.getByRole('dialog')
  const added = shown.length + broken.length
  await expect(dialog.getByText(`${added} photos were added to your library.`)).toBeVisible()
  await expect(dialog.getByText(`${broken.length} of them cannot be shown, but their files are kept.`)).toBeVisible()
  await expect(dialog.getByText(`${again.length} photos were in your library already.`)).toBeVisible()
  await expect(dialog.getByText(`${refused.length} files could not be added.`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'May 2023' }).getByText(`${added} photos`)).toBeVisible()
  await expect(page.getByRole('link', { name: /, cannot be shown$/ })).toHaveCount(broken.length)

  await expectAccessible(page)

  await test.step('the full-screen view says when a photo cannot be shown, and its file can be downloaded', async () => {
    await tile(page, 'broken-3.jpg').click()
    await expect(page.getByText('This photo cannot be shown')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const started = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('broken-3.jpg')
    const file = broken.find(({ name }) => name === 'broken-3.jpg')
    expect(file?.buffer.equals(await readFile(await download.path()))).toBe(true)
  })
})

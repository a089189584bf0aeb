import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { choose, photo, expectKeysHandled, tile, tileInGrid, type ChosenFile } from './support/library.ts'
import { countPhotos, openNewLibrary } from './support/newCustomer.ts'
import { productUnderTest } from './support/product.ts'

/** The process id of a part of the product under test, read from its log. */
function processOf(part: string): number {
  const log = readFileSync(join(productUnderTest().dataDir, 'logs', `${part}.log`), 'utf8')
  const last = log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .at(-1)
  const entry: unknown = JSON.parse(last ?? '{}')
  if (typeof entry !== 'object' || entry === null || !('pid' in entry)) throw new Error(`${part} has logged nothing.`)
  return Number(entry.pid)
}

/** Every photo has different content, because its capture time is written into it. */
function photos(count: number, year: number): Promise<ChosenFile[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const day = String(index + 1)
      return photo(`day-${day}.jpg`, { seed: index, taken: `${year}:03:${day.padStart(2, '0')} 10:00:00` })
    }),
  )
}

// The product of these tests starts while the other journeys run, so the tests must wait until it is ready.
test.beforeAll(async () => {
  const { publicUrl } = productUnderTest()
  const isReady = () =>
    fetch(`${publicUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 200_000 }).toBe(true)
})

function photosShown(page: Page) {
  return page.getByRole('link', { name: /^Photo / })
}

test('no upload is lost or duplicated when the services are killed during uploads', async ({ page }) => {
  await openNewLibrary(page)
  await choose(page, await photos(20, 2021))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Added', { exact: true }).first()).toBeVisible({
    timeout: 60_000,
  })
  process.kill(processOf('services'), 'SIGKILL')
  await expect(page.getByRole('dialog').getByText('20 photos were added to your library.')).toBeVisible({
    timeout: 180_000,
  })
  await page.getByRole('button', { name: 'View photos' }).click()
  await expect(page.getByRole('link', { name: /^Photos\s*20/ })).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(photosShown(page)).toHaveCount(20)
  const images = page.locator('[data-photo] img')
  await expect(images).toHaveCount(20)
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  }
})

test('the page says when the services are down; when they are back, the library and its live events recover', async ({
  page,
  context,
}) => {
  await openNewLibrary(page)
  await expect(page.getByText('Your photo library is empty')).toBeVisible()
  const other = await context.newPage()
  // A stopped process accepts connections and never answers.
  process.kill(processOf('services'), 'SIGSTOP')
  await other.goto('/my-photos/photos')
  await expect(other.getByRole('heading', { name: 'Keepsake isn’t responding' })).toBeVisible()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Keepsake' })).toBeVisible()
  process.kill(processOf('services'), 'SIGKILL')
  process.kill(processOf('gateway'), 'SIGKILL')
  await expect(other.getByText('Your photo library is empty')).toBeVisible({ timeout: 120_000 })
  await choose(other, await photos(1, 2022))
  await other.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(tile(page, 'day-1.jpg')).toBeVisible({ timeout: 120_000 })
})

test('when the services are killed during a deletion, all selected photos are deleted in the end, and no others', async ({
  page,
}) => {
  const { token } = await openNewLibrary(page, await photos(4, 2019))
  await expect(photosShown(page)).toHaveCount(4)
  await expectKeysHandled(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const day of [1, 2, 3]) await tileInGrid(page, `day-${day}.jpg`).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(photosShown(page)).toHaveCount(1)
  process.kill(processOf('services'), 'SIGKILL')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  // All three attempts may fail before the services are back. Then the photos reappear, with an error.
  await expect(async () => {
    const retry = page.getByRole('listitem').filter({ hasText: 'Exceeded maximum amount of retries!' })
    if (await retry.isVisible()) {
      await retry.getByRole('button', { name: 'Try again' }).click({ timeout: 1_000 })
      await page.getByRole('button', { name: 'Dismiss' }).click({ timeout: 5_000 })
    }
    expect(await countPhotos(token)).toBe(1)
  }).toPass()
  await expect(page.getByRole('link', { name: /^Photos\s*1$/ })).toBeVisible()
  await expect(tileInGrid(page, 'day-4.jpg')).toBeVisible()
})

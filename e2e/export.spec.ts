import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { makeBrokenJpeg } from '../tests/support/pictures.ts'
import { unzip } from '../tests/support/unzip.ts'
import { expectAccessible } from './support/accessibility.ts'
import { daysOfMay, jpegFile, photo, toast } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

const expired = 'Your download link has expired. Download links expire after 7 days'

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export photos' })
  await expect(dialog).toContainText('48 hours')
  return dialog
}

test('an export: request it, get notified, unpack it with standard tools; other accounts see it as expired', async ({
  page,
  browser,
}) => {
  const [first = '', second = '', third = ''] = daysOfMay(3)
  const files = [
    await photo('Été 1.jpg', { seed: 600, taken: first }),
    await photo('Été 2.jpg', { seed: 601, taken: second }),
    // This file cannot be decoded, but is exported.
    jpegFile('Été 3.jpg', await makeBrokenJpeg({ seed: 602, taken: third })),
  ]
  await openNewLibrary(page, files)

  const dialog = await openDialog(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Export photos' }).click()
  await expect(dialog).toContainText(/We’re processing your photos|Your photos are ready to download/)
  // The mail is sent even if the window is closed.
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const ready = toast(page, 'Your photos are ready to download')
  await expect(ready).toBeVisible({ timeout: 120_000 })
  await ready.getByRole('link', { name: 'Go to your export' }).click()
  await expect(page).toHaveURL(/\/my-photos\/exports\/[^/]+$/)
  const address = new URL(page.url()).pathname
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('Part 1 of 1')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save file/ }).click()
  const zip = await readFile(await (await started).path())
  await page.getByRole('list', { name: 'Files' }).getByText('Details').click()
  await expect(page.getByText(createHash('sha256').update(zip).digest('hex'))).toBeVisible()
  const unzipped = [...(await unzip(zip))].map(([name, { bytes }]) => [basename(name), bytes] as const)
  for (const { name, buffer } of files) {
    const found = unzipped.filter(([unpacked]) => unpacked === name)
    expect(found.map(([, bytes]) => buffer.equals(bytes))).toEqual([true])
  }

  // The library has not changed, so the same export is offered immediately.
  await page.getByRole('link', { name: 'My photos' }).first().click()
  const again = await openDialog(page)
  await again.getByRole('button', { name: 'Export photos' }).click()
  await expect(page).toHaveURL((url) => url.pathname === address)

  await page.goto(`${address.slice(0, -4)}0000`)
  await expect(page.getByText(expired)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a new export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export photos' })).toBeVisible()

  const stranger = await (await browser.newContext()).newPage()
  await openNewLibrary(stranger, [], { path: address })
  await expect(stranger.getByText(expired)).toBeVisible()
  await stranger.context().close()
})

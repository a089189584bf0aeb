import { type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

/** The demo account with an older library. */
const customer = 'clara@keepsake.example'

const status = (page: Page, title: string) => page.getByRole('region', { name: title })

test('import an older library by keyboard only, in two windows: invitation, progress, a report for each file', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000)
  const shifts = await watchShifts(page)
  // This demo account is created last, and its older library is still being drawn when the product is ready.
  await expect(() => openLibraryOf(page, customer)).toPass({ intervals: [5_000, 10_000], timeout: 180_000 })
  const invitation = status(page, 'Add your older photos')
  await expect(async () => {
    await page.reload()
    await expect(invitation).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 240_000 })
  await expectNoShifts(shifts)
  await expectAccessible(page)
  const narrow = await context.newPage()
  await narrow.setViewportSize({ width: 390, height: 844 })
  await narrow.goto('/my-photos/import')
  await expect(status(narrow, 'Add your older photos')).toBeVisible()
  await expectAccessible(narrow)
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.bringToFront()
  await press(page, invitation.getByRole('button', { name: 'Add older photos' }))
  await expect(status(page, 'Adding your older photos')).toBeFocused()
  // The other window gets the progress too, and still shows it after a reload.
  await expect(status(narrow, 'Add your older photos')).toHaveCount(0)
  await narrow.reload()
  await expect(narrow.locator('[data-phase]')).toHaveAttribute('data-phase', /running|settling|done/)

  await expect(status(page, 'Your older photos are here')).toBeVisible({ timeout: 240_000 })
  await expect(page.getByText('older photos were added')).toBeVisible()
  // Imported photos appear without a reload.
  await expect(page.getByRole('link', { name: /^Albums\s*4$/ })).toBeVisible()
  await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible()
  await press(page, status(page, 'Your older photos are here').getByRole('link'))

  await expect(page.getByRole('region', { name: 'Album by album' })).toBeVisible()
  await expectAccessible(page)
  const counts = (await page.getByRole('definition').allTextContents()).map(Number)
  const [found = 0, imported = 0, existing = 0, failed = 0] = counts
  expect(found).toBe(imported + existing + failed)
  expect(Math.min(imported, existing, failed)).toBeGreaterThan(0)
  const failures = page.getByRole('region', { name: /files could not be added/ })
  await expect(failures.getByRole('listitem')).toHaveCount(failed)
  await expect(failures).toContainText('The file is damaged')
  await expect(status(narrow, 'Your older photos are here')).toBeVisible({ timeout: 60_000 })

  // Broken files stay broken: a retry ends with the same report. Its start is checked in every frame, because the retry
  // may take less time than the polling interval of an expectation.
  const hasStarted = page.waitForFunction(() => document.querySelector('[data-phase=done]') === null)
  await press(page, failures.getByRole('button', { name: 'Try these files again' }))
  await hasStarted
  await expect(status(page, 'Your older photos are here')).toBeVisible({ timeout: 120_000 })
  await expect.poll(async () => (await page.getByRole('definition').allTextContents()).map(Number)).toEqual(counts)

  await press(page, page.getByRole('link', { name: 'Along the coast' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Along the coast' })).toBeVisible()
})

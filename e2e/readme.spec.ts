import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { openLibraryOf } from './support/newCustomer.ts'

const picture = 'docs/images/timeline.jpg'

test.use({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })

/** `UPDATE_IMAGES=1 npm test -- e2e/readme.spec.ts` updates the screenshot of the README. */
test('the screenshot of the README shows the product', async ({ page }) => {
  // The screenshot of the README shows eight pictures. In other runs, the demo draws only five.
  const least = process.env['UPDATE_IMAGES'] ? 8 : 5
  await openLibraryOf(page, 'anna@keepsake.example')
  const tiles = page.getByRole('link', { name: /^Photo / })
  await expect.poll(() => tiles.count(), { timeout: 120_000 }).toBeGreaterThanOrEqual(least)
  await page.waitForFunction((count) => {
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    return seen.length >= count && seen.every((image) => image.complete && image.naturalWidth > 0)
  }, least)
  const path = process.env['UPDATE_IMAGES'] ? picture : 'test-results/timeline.jpg'
  await page.screenshot({ path, type: 'jpeg', quality: 82 })
  expect(existsSync(picture)).toBe(true)
})

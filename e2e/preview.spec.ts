import { type CDPSession, type Page, devices, expect, test } from '@playwright/test'
import { makeJpeg } from '../tests/support/pictures.ts'
import { tile, upload } from './support/library.ts'
import { freshCustomer, register } from './support/session.ts'

/** A library of so many photos, one per month, the newest first: `1.jpg`, `2.jpg`, … */
async function registerWithPhotos(page: Page, count: number): Promise<void> {
  await register(page, freshCustomer())
  const files = Array.from({ length: count }, async (_, index) => ({
    name: `${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ seed: 80 + index, taken: `2023:${String(12 - index).padStart(2, '0')}:02 10:00:00` }),
  }))
  await upload(page, await Promise.all(files))
  await page.getByRole('button', { name: 'View photos' }).click()
  await expect(tile(page, '1.jpg')).toBeVisible({ timeout: 30_000 })
}

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY))
const transform = (page: Page) =>
  page.getByRole('button', { name: /^Zoom / }).evaluate(({ firstElementChild: photo }) => {
    return photo === null ? '' : new DOMMatrix(getComputedStyle(photo).transform).a
  })

test('closing comes back to where the timeline was, whatever was stepped through', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 420 })
  await registerWithPhotos(page, 8)
  await page.getByRole('region', { name: 'July 2023' }).scrollIntoViewIfNeeded()
  await tile(page, '6.jpg').scrollIntoViewIfNeeded()
  const before = await scrollTop(page)
  expect(before).toBeGreaterThan(300)
  await tile(page, '6.jpg').click()
  await expect(page).toHaveTitle(/^6\.jpg/)
  await page.getByRole('button', { name: 'Zoom 6.jpg' }).click()
  await expect.poll(() => transform(page)).toBe(2.5)
  await page.getByRole('button', { name: 'Zoom 6.jpg' }).click()
  await expect.poll(() => transform(page)).toBe(1)
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await expect(page).toHaveTitle(/^5\.jpg/)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  await expect.poll(() => scrollTop(page)).toBe(before)
})

test('a download that fails is told by a dark toast at the top centre', async ({ page }) => {
  await registerWithPhotos(page, 1)
  await tile(page, '1.jpg').click()
  await expect(page).toHaveTitle(/^1\.jpg/)
  await page.route('**/storage/blobs/**', (route) => route.fulfill({ status: 410 }))
  await page.getByRole('button', { name: 'Download' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Error: Your photo could not be downloaded' })
  await expect(toast).toBeVisible()
  await expect.poll(() => toast.evaluate((element) => element.getAnimations().length)).toBe(0)
  const { width = 0 } = page.viewportSize() ?? {}
  const box = await toast.boundingBox()
  expect(box?.y).toBeLessThan(40)
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2)
  const background = await toast.evaluate((element) => getComputedStyle(element).backgroundColor)
  const channels = [...background.matchAll(/[\d.]+/g)].slice(0, 3).map(([value]) => Number(value))
  expect(channels).toHaveLength(3)
  expect(Math.max(...channels)).toBeLessThan(80)
})

/** A finger's way over the screen, in a few moves. */
async function swipe(touch: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    const touchPoints = [{ x: from.x + by.x * share, y: from.y + by.y * share }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test.describe('on a phone', () => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 5']
  test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch })

  test('swipes step, a tap zooms, a drag downwards closes; arrows are left out', async ({ page }) => {
    await registerWithPhotos(page, 2)
    await tile(page, '1.jpg').tap()
    await expect(page).toHaveTitle(/^1\.jpg/)
    const arrow = page.getByRole('button', { name: 'Next photo' })
    await expect(arrow).toHaveCSS('clip-path', 'inset(50%)')
    const touch = await page.context().newCDPSession(page)
    const { width, height } = viewport
    const middle = { x: width / 2, y: height / 2 }

    await swipe(touch, middle, { x: -width * 0.3, y: 0 })
    await expect(page).toHaveTitle(/^1\.jpg/)
    await swipe(touch, { x: width * 0.8, y: middle.y }, { x: -width * 0.5, y: 0 })
    await expect(page).toHaveTitle(/^2\.jpg/)
    await swipe(touch, { x: width * 0.2, y: middle.y }, { x: width * 0.5, y: 0 })
    await expect(page).toHaveTitle(/^1\.jpg/)

    await page.touchscreen.tap(middle.x, middle.y)
    await expect.poll(() => transform(page)).toBe(2.5)
    await page.waitForFunction((start) => performance.now() - start > 200, await page.evaluate(() => performance.now()))
    await page.touchscreen.tap(middle.x, middle.y)
    await expect.poll(() => transform(page)).toBe(1)

    await swipe(touch, { x: middle.x, y: height * 0.3 }, { x: 0, y: height * 0.5 })
    await expect(page).toHaveURL((url) => url.pathname === '/my-photos/photos')
  })
})

import { type CDPSession, type Page, devices, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { isRightToLeft } from './support/direction.ts'
import { shows, tile } from './support/library.ts'
import { libraryPath, registerWithPhotos, scale } from './support/preview.ts'

interface Point {
  readonly x: number
  readonly y: number
}

const between = (from: Point, by: Point, share: number) => ({ x: from.x + by.x * share, y: from.y + by.y * share })

/** Moves fingers over the screen in a few steps, and lifts them unless the gesture is only started. */
async function drag(
  touch: CDPSession,
  fingers: readonly { readonly from: Point; readonly by: Point }[],
  isLifted = true,
): Promise<void> {
  const points = (share: number) => fingers.map(({ from, by }, id) => ({ ...between(from, by, share), id }))
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) })
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(share) })
  }
  if (isLifted) await lift(touch)
}

async function lift(touch: CDPSession): Promise<void> {
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Taps twice. The timestamps of the events are set, so that the taps count as 120 ms apart even on a slow machine. */
async function tapTwice(touch: CDPSession, { x, y }: Point): Promise<void> {
  const begin = Date.now() / 1000
  for (const at of [begin, begin + 0.12]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp: at })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: at + 0.03 })
  }
}

/** Waits longer than the interval of a double tap. */
async function afterDoubleTap(page: Page): Promise<void> {
  await page.waitForFunction((start) => performance.now() - start > 250, await page.evaluate(() => performance.now()))
}

test.describe('on a phone', () => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 5']
  test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch })
  const { width, height } = viewport
  const middle = { x: width / 2, y: height / 2 }
  /** A horizontal distance towards the next photo, in parts of the window. */
  const forward = (share: number) => width * (isRightToLeft ? share : -share)
  const side = (share: number) => width * (isRightToLeft ? 1 - share : share)

  test('browse photos by touch', async ({ page }) => {
    await registerWithPhotos(page, 2)
    await tile(page, '1.jpg').tap()
    await shows(page, '1.jpg')
    const touch = await page.context().newCDPSession(page)

    await test.step('a swipe goes to the next photo, a double tap zooms, a drag downwards closes; there are no arrows', async () => {
      const arrow = page.getByRole('button', { name: 'Next photo' })
      await expect(arrow).toHaveCSS('clip-path', 'inset(50%)')
      await drag(touch, [{ from: middle, by: { x: forward(0.3), y: 0 } }])
      await shows(page, '1.jpg')
      await drag(touch, [{ from: { x: side(0.8), y: middle.y }, by: { x: forward(0.5), y: 0 } }])
      await shows(page, '2.jpg')
      await drag(touch, [{ from: { x: side(0.8), y: middle.y }, by: { x: forward(0.7), y: 0 } }])
      await shows(page, '2.jpg')
      await drag(touch, [{ from: { x: side(0.2), y: middle.y }, by: { x: forward(-0.5), y: 0 } }])
      await shows(page, '1.jpg')

      await page.touchscreen.tap(middle.x, middle.y)
      await expect.poll(() => scale(page)).toBe(2.5)
      await afterDoubleTap(page)
      await page.touchscreen.tap(middle.x, middle.y)
      await expect.poll(() => scale(page)).toBe(1)

      await drag(touch, [{ from: { x: middle.x, y: height * 0.3 }, by: { x: 0, y: height * 0.3 } }])
      await shows(page, '1.jpg')
      await expect.poll(() => scale(page)).toBe(1)
      await drag(touch, [{ from: { x: middle.x, y: height * 0.3 }, by: { x: 0, y: height * 0.5 } }])
      await expect(page).toHaveURL(libraryPath)
    })

    await tile(page, '1.jpg').tap()
    await shows(page, '1.jpg')
    await test.step('the neighbour follows the finger, and the background fades as the photo is dragged down', async () => {
      const next = page.locator('figure [aria-hidden] img').last()
      await expect(next).toHaveJSProperty('complete', true)
      /** The distance of the neighbour from the edge of the window at which text begins. */
      const left = async () => {
        const { x = 0, width: own = 0 } = (await next.boundingBox()) ?? {}
        return isRightToLeft ? width - x - own : x
      }
      await expect.poll(left).toBeGreaterThanOrEqual(width)
      await drag(touch, [{ from: { x: side(0.8), y: middle.y }, by: { x: forward(0.3), y: 0 } }], false)
      await expect.poll(left).toBeLessThan(width * 0.8)
      await lift(touch)
      await expect.poll(left).toBeGreaterThanOrEqual(width)

      await drag(touch, [{ from: { x: middle.x, y: height * 0.4 }, by: { x: 0, y: height * 0.3 } }], false)
      await expect.poll(() => scale(page)).toBeCloseTo(1 - 0.4 * 0.3, 1)
      const background = () => page.getByRole('main').evaluate((room) => getComputedStyle(room).backgroundColor)
      await expect.poll(background).toMatch(/0\.[67]\d*\)$/)
      await lift(touch)
      await expect.poll(background).toBe('rgb(12, 11, 10)')
      await expect.poll(() => scale(page)).toBe(1)
    })

    await test.step('two fingers zoom between 1 and 2.5 around their centre, and two quick taps count as one double tap', async () => {
      const pinch = (from: number, to: number) =>
        drag(touch, [
          { from: { x: middle.x - from, y: middle.y }, by: { x: from - to, y: 0 } },
          { from: { x: middle.x + from, y: middle.y }, by: { x: to - from, y: 0 } },
        ])
      await pinch(40, 70)
      await expect.poll(() => scale(page)).toBeCloseTo(1.75, 1)
      await pinch(30, 150)
      await expect.poll(() => scale(page)).toBe(2.5)
      await pinch(150, 20)
      await expect.poll(() => scale(page)).toBe(1)
      expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)

      await tapTwice(touch, middle)
      await expect.poll(() => scale(page)).toBe(2.5)
      await afterDoubleTap(page)
      expect(await scale(page)).toBe(2.5)
    })

    await test.step('the information is a sheet below the photo', async () => {
      await page.touchscreen.tap(middle.x, middle.y)
      await expect.poll(() => scale(page)).toBe(1)
      await page.getByRole('button', { name: 'Information' }).tap()
      const panel = page.getByRole('complementary', { name: 'Information' })
      await expect(panel.getByText('1.jpg')).toBeVisible()
      await expectAccessible(page)
      const box = await panel.boundingBox()
      expect(box?.width).toBe(width)
      expect(box?.y).toBeGreaterThan(height * 0.4)
      const photo = await page.locator('figure [data-following], figure [style*="--ratio"]').last().boundingBox()
      expect((photo?.y ?? 0) + (photo?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
    })
  })
})

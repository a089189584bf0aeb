import type { Watch } from './watch.ts'

/** A fast mouse wheel, in pixels per second. */
export const wheelSpeed = 6_000
/** Repeated flings, in pixels per second. */
export const flingSpeed = 40_000
const piecePixels = 60_000

/**
 * Scrolls down by the browser's own input, at `speed` pixels per second, until the page ends or `most` pixels are
 * scrolled.
 * @returns the scrolled distance in pixels
 */
export async function scrollDown(watch: Watch, speed: number, most = Number.POSITIVE_INFINITY): Promise<number> {
  const { page, browser } = watch
  await page.mouse.move(600, 500)
  let before = -1
  let now = await top(watch)
  const start = now
  while (now - start < most && now !== before) {
    await browser.send('Input.synthesizeScrollGesture', {
      x: 600,
      y: 500,
      yDistance: -Math.min(piecePixels, most - (now - start)),
      speed,
      gestureSourceType: 'mouse',
    })
    before = now
    now = await top(watch)
  }
  return now - start
}

/** Jumps to the top of the page. */
export async function backToTop({ page }: Watch): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('[data-photo]').first().waitFor()
}

function top({ page }: Watch): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}

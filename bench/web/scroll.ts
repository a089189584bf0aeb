import type { Watch } from './watch.ts'

/** A mouse wheel turned fast. */
export const wheelSpeed = 6_000
/** Somebody who flings page after page. */
export const flingSpeed = 40_000
const piecePixels = 60_000

/**
 * Scrolls by the browser's own input until the page's end, or so far, at so many pixels a second, and back to the top in
 * one go.
 * @returns how far that was
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

/** Back to where the page begins, at once. */
export async function backToTop({ page }: Watch): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('[data-photo]').first().waitFor()
}

function top({ page }: Watch): Promise<number> {
  return page.evaluate(() => Math.round(scrollY))
}

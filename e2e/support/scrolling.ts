import { expect, type Locator, type Page } from '@playwright/test'

/** The scroll position of the page, once it has stopped scrolling. */
export function settledScrollPosition(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let place = window.scrollY
    // Count frames, not time: a busy machine draws few frames.
    for (let still = 0; still < 10; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (window.scrollY !== place) still = 0
      place = window.scrollY
    }
    return place
  })
}

/**
 * Scrolls by the wheel, less than a window at a time, until the whole element is visible. Elements far from the window
 * are not rendered.
 * @returns the scroll position
 */
export async function wheelTo(page: Page, target: Locator, step = 300): Promise<number> {
  const isThere = async () => (await target.count()) > 0 && (await isInWindow(target))
  let delta = step
  let place = await settledScrollPosition(page)
  for (let turns = 0; turns < 100 && !(await isThere()); turns += 1) {
    await page.mouse.wheel(0, delta)
    const before = place
    // Wait until the page stops, because a further turn of the wheel would add to the running one.
    place = await settledScrollPosition(page)
    // The end of the page is reached, perhaps because a busy machine scrolled past the element: scroll back.
    if (place === before) delta = -delta
  }
  await expect(target).toBeInViewport({ timeout: 5_000 })
  await target.scrollIntoViewIfNeeded()
  return settledScrollPosition(page)
}

/** Whether any part of the element is visible. */
export function isInWindow(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}

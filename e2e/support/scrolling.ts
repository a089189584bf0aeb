import { expect, type Locator, type Page } from '@playwright/test'

/** How far down the page stands, once it has come to rest there. */
export function restingPlace(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let place = window.scrollY
    // By what was drawn, not by the clock: a busy machine draws seldom.
    for (let still = 0; still < 10; still += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (window.scrollY !== place) still = 0
      place = window.scrollY
    }
    return place
  })
}

/**
 * Turns the wheel, less than a window at a time, until all of that is in the window. What is far from it is not on the page.
 * @returns how far down the page stands then
 */
export async function wheelTo(page: Page, target: Locator, step = 300): Promise<number> {
  const isThere = async () => (await target.count()) > 0 && (await isInWindow(target))
  let way = step
  let place = await restingPlace(page)
  for (let turns = 0; turns < 100 && !(await isThere()); turns += 1) {
    await page.mouse.wheel(0, way)
    const before = place
    // What is turned on before would come on top of it.
    place = await restingPlace(page)
    // At the end of the page; a busy machine may have passed it all the same.
    if (place === before) way = -way
  }
  await expect(target).toBeInViewport({ timeout: 5_000 })
  await target.scrollIntoViewIfNeeded()
  return restingPlace(page)
}

/** Whether any of it is. */
export function isInWindow(element: Locator): Promise<boolean> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
}

import { expect, type Page } from '@playwright/test'

/** What moved on screen without anybody having done anything, as browsers count it. */
export interface Shifts {
  readonly total: number
  /** The classes of what moved. */
  readonly elements: readonly string[]
}

/** What the page may move in all: letters of another font do, by less. */
const largestShift = 0.01

/** From the next page on, notes what moves by itself; answers what has, since the page was opened. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: { total: number; elements: string[] } = { total: 0, elements: [] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        shifts.total += Number(Reflect.get(entry, 'value'))
        // The entries of this kind are not among the types of the DOM.
        const sources = Reflect.get(entry, 'sources') as readonly { readonly node: Element | null }[]
        shifts.elements.push(...sources.map(({ node }) => node?.className ?? 'gone'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts') as Shifts)
}

/** Nothing that anybody would see has moved by itself. */
export async function expectStill(shifts: () => Promise<Shifts>): Promise<void> {
  const { total, elements } = await shifts()
  expect(total, `what moved by itself: ${elements.join(', ')}`).toBeLessThanOrEqual(largestShift)
}

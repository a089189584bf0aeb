import { expect, type Page } from '@playwright/test'

/** The sum of the layout shifts without user input, as browsers count them. */
export interface Shifts {
  readonly total: number
  /** The classes of the moved elements. */
  readonly elements: readonly string[]
}

/** The allowed sum of layout shifts: some letters may move by a few pixels when our fonts arrive. */
const largestShift = 0.001

/** Records layout shifts from the next page on. @returns a function that reads the shifts since the page was opened */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const shifts: { total: number; elements: string[] } = { total: 0, elements: [] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        shifts.total += Number(Reflect.get(entry, 'value'))
        // TypeScript's DOM types lack this kind of entry.
        const sources = Reflect.get(entry, 'sources') as readonly { readonly node: Element | null }[]
        shifts.elements.push(...sources.map(({ node }) => node?.className ?? 'gone'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts') as Shifts)
}

/** Expects no visible layout shift. */
export async function expectNoShifts(shifts: () => Promise<Shifts>): Promise<void> {
  const { total, elements } = await shifts()
  expect(total, `elements that moved without user input: ${elements.join(', ')}`).toBeLessThanOrEqual(largestShift)
}

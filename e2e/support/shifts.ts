import type { Page } from '@playwright/test'

/** From the next page on, notes what moves without anybody having done anything. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Reflect.set(window, 'movedElements', seen)
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        // The entries of this kind are not among the types of the DOM.
        const sources = Reflect.get(entry, 'sources') as readonly { readonly node: Element | null }[]
        seen.push(...sources.map(({ node }) => node?.className ?? 'gone'))
      }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** What has moved by itself since the page was opened, by its class. */
export function moved(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Reflect.get(window, 'movedElements') as readonly string[])
}

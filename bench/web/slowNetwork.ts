import type { Browser, BrowserContext } from '@playwright/test'
import type { Result } from '../result.ts'
import { type FirstTiles, type Rounds, compareWithBarePage, openSlowly } from './barePage.ts'
import { figure, print } from './figure.ts'
import { recordWaterfall } from './waterfall.ts'

/**
 * Measures the time to the first tile over a slow network, on a first visit (with an empty browser cache) and on a
 * later visit. Prints the requests and long tasks of one more visit of each kind.
 */
export async function measureSlowNetwork(
  url: string,
  browser: Browser,
  context: BrowserContext,
  rounds: Rounds,
): Promise<Result[]> {
  print('Opening the timeline and a bare page of the same pictures over Slow 4G in turns …')
  const results: Result[] = []
  for (const { name, open } of await visits(browser, context)) {
    results.push(...barePageFigures(`${name} visit`, await compareWithBarePage(url, open, rounds)))
    await showWaterfall(url, await open())
  }
  return results
}

async function showWaterfall(url: string, context: BrowserContext): Promise<void> {
  let lines: readonly string[] = []
  const { page } = await openSlowly(context, `${url}/my-photos/photos`, async ({ browser }) => {
    const stop = await recordWaterfall(browser)
    return async (milliseconds) => {
      lines = await stop(milliseconds)
    }
  })
  await page.close()
  print(['ms: start, first byte, end', ...lines].join('\n'))
}

/** @param context a signed-in window whose cache has the timeline. A first visit uses its sign-in, but not its cache */
async function visits(browser: Browser, context: BrowserContext) {
  const storageState = await context.storageState()
  const fresh = async () => await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState })
  return [
    { name: 'first', open: fresh },
    { name: 'later', open: async () => context },
  ]
}

function barePageFigures(visit: string, { product, productSpread, bare, bareSpread }: FirstTiles): Result[] {
  return [
    figure(`first tile on Slow 4G, ${visit}`, product, 'ms', undefined, productSpread),
    figure(`first tile of a bare page on Slow 4G, ${visit}`, bare, 'ms', undefined, bareSpread),
    figure(`first tile ÷ of a bare page on Slow 4G, ${visit}`, product / bare, '×', 1.3),
  ]
}

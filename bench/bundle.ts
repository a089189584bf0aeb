import type { Browser } from '@playwright/test'
import { compressedKilobytes, firstViewKilobytes } from '../launcher/firstViewBudget.ts'
import { demoAccounts } from '../services/platform/demo.ts'
import type { Result } from './result.ts'
import { signedIn } from './web/browser.ts'
import { type MeasuredProduct, withMeasuredProduct } from './web/product.ts'

export async function run(): Promise<Result[]> {
  return withMeasuredProduct(1, measureBundle)
}

/**
 * Measures the JavaScript, in kilobytes (1,000 bytes, Brotli), that a signed-in visit to the timeline requests until
 * its photos are shown, including lazy chunks. The scripts are those of the production build in `web/dist`.
 */
export async function measureBundle(product: MeasuredProduct, browser: Browser): Promise<Result[]> {
  await product.untilDrawn(demoAccounts[0].email, 1)
  const kilobytes = compressedKilobytes('web/dist', await scriptsOfFirstView(browser, product.url))
  return [
    {
      metric: 'JavaScript of the first view, as served (Brotli)',
      value: Math.round(kilobytes * 10) / 10,
      unit: 'kB',
      aim: `≤ ${firstViewKilobytes}`,
      met: kilobytes <= firstViewKilobytes,
    },
  ]
}

/** Returns the paths of the scripts that were requested before the client marked its first view as shown. */
async function scriptsOfFirstView(browser: Browser, url: string): Promise<string[]> {
  const context = await signedIn(browser, url, demoAccounts[0].email)
  const page = await context.newPage()
  await page.goto(`${url}/my-photos/photos`)
  await page.locator('[data-photo]').first().waitFor()
  const names = await page.evaluate(() => {
    const shown = performance.getEntriesByName('keepsake-first-view')[0]?.startTime
    if (shown === undefined) throw new Error('The client has not marked its first view.')
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime < shown && new URL(entry.name).pathname.endsWith('.js'))
      .map((entry) => new URL(entry.name).pathname)
  })
  return [...new Set(names)]
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { demoAccounts } from '../services/platform/demo.ts'
import type { Result } from './result.ts'
import { launchBrowser, signedIn } from './web/browser.ts'
import { startMeasuredProduct } from './web/product.ts'

const aimKilobytes = 180

/**
 * Kilobytes (1,000 bytes, gzip level 9) of JavaScript that a signed-in visit to the timeline requests until its
 * photos are shown, lazy parts included, from the production build in `web/dist`.
 */
export async function run(): Promise<Result[]> {
  const product = await startMeasuredProduct()
  await product.untilDrawn(demoAccounts[0].email, 1)
  const browser = await launchBrowser()
  try {
    const scripts = await scriptsOfFirstView(browser, product.url)
    const kilobytes = await gzippedKilobytes(scripts)
    return [
      {
        metric: 'JavaScript of the first view, gzipped',
        value: Math.round(kilobytes * 10) / 10,
        unit: 'kB',
        aim: `≤ ${aimKilobytes}`,
        met: kilobytes <= aimKilobytes,
      },
    ]
  } finally {
    await browser.close()
    await product.close()
  }
}

/** Paths of the scripts requested before the client marked its first view as shown. */
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

async function gzippedKilobytes(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await readFile(join('web/dist', path)), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

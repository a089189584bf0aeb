import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { freePort } from '../launcher/part.ts'
import { startProduct } from '../launcher/product.ts'
import { demoPassword } from '../services/platform/demo.ts'
import type { Result } from './result.ts'

const aimKilobytes = 180
const systemBrowser = '/usr/bin/chromium'

/**
 * Kilobytes (1,000 bytes, gzip level 9) of JavaScript that a signed-in visit to the timeline requests until its
 * photos are shown, lazy parts included, from the production build in `web/dist`.
 */
export async function run(): Promise<Result[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'keepsake-bundle-'))
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const product = await startProduct({ port, dataDir, publicUrl, demo: true })
  const browser = await chromium.launch({
    ...(existsSync(systemBrowser) ? { executablePath: systemBrowser } : {}),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
    ],
  })
  try {
    const scripts = await scriptsOfFirstView(browser, publicUrl)
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
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Paths of the scripts requested before the client marked its first view as shown. */
async function scriptsOfFirstView(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signIn(await context.newPage(), url)
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

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/my-photos/photos`)
  await page.getByLabel('E-mail').fill('anna@keepsake.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The demo's photos are still being made: the first of them is what is waited for.
  await page.locator('[data-photo]').first().waitFor({ timeout: 120_000 })
  await page.close()
}

async function gzippedKilobytes(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => gzipSync(await readFile(join('web/dist', path)), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

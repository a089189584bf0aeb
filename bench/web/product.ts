import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Browser } from '@playwright/test'
import { callOperator } from '../../launcher/operator.ts'
import { freePort } from '../../launcher/ports.ts'
import { startProduct } from '../../launcher/product.ts'
import type { LauncherSettings } from '../../launcher/settings.ts'
import { copyEmbeddedTemplate } from '../../tests/support/embeddedTemplate.ts'
import { launchBrowser } from './browser.ts'

/** How many photos one call adds. The edge waits long enough for such a call, on slow machines too. */
const photosPerCall = 50_000
const askMilliseconds = 500
const tokenSchema = z.object({ accessToken: z.string() })
const countSchema = z.object({
  data: z.object({ viewer: z.object({ library: z.object({ photosCount: z.number() }) }) }),
})

/** The product as `npm start` runs it, with an empty data folder and few pictures. */
export interface MeasuredProduct {
  readonly url: string
  readonly dataDir: string
  /** Waits until the demo account has `count` pictures: drawing them must not disturb the measurement. */
  untilDrawn(email: string, count: number): Promise<void>
  /**
   * Adds synthetic photos to a demo account until it has `count`, spread over many months or all in one (`2012-05`).
   */
  fillUpTo(email: string, count: number, month?: string): Promise<void>
}

/**
 * Runs the product and a browser for a measurement. The client must have been built. `BENCH_DATA` names a data folder
 * to keep, so that the next run need not fill its libraries again.
 * @param pictures how many pictures each demo library gets at most
 */
export async function withMeasuredProduct<Outcome>(
  pictures: number,
  measure: (product: MeasuredProduct, browser: Browser) => Promise<Outcome>,
): Promise<Outcome> {
  const kept = process.env['BENCH_DATA']
  const dataDir = kept === undefined ? mkdtempSync(join(tmpdir(), 'keepsake-web-')) : resolve(kept)
  if (kept === undefined) await copyEmbeddedTemplate(dataDir)
  const port = await freePort()
  const clientsDir = join(dataDir, 'clients')
  const settings = { port, dataDir, clientsDir, publicUrl: `http://localhost:${port}`, demo: true, production: false }
  process.env['DEMO_PICTURES'] = String(pictures)
  // Orders change only when a measurement changes them.
  process.env['ORDER_PACE'] = '0'
  const product = await startProduct(settings)
  try {
    const browser = await launchBrowser()
    try {
      return await measure(measuredProduct(settings), browser)
    } finally {
      await browser.close()
    }
  } finally {
    await product.close()
    if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
}

function measuredProduct(settings: LauncherSettings): MeasuredProduct {
  return {
    url: settings.publicUrl,
    dataDir: settings.dataDir,
    async untilDrawn(email, count) {
      while ((await countOf(settings, email)) < count) await setTimeout(askMilliseconds)
    },
    async fillUpTo(email, count, month) {
      for (let left = count - (await countOf(settings, email)); left > 0; left -= photosPerCall) {
        const body = { email, count: Math.min(left, photosPerCall), ...(month === undefined ? {} : { month }) }
        await callOperator(settings, '/dev/photos/synthetic', body)
      }
    },
  }
}

async function countOf(settings: LauncherSettings, email: string): Promise<number> {
  const { accessToken } = tokenSchema.parse(await callOperator(settings, '/dev/identity/token', { email }))
  const answer = await fetch(`${settings.publicUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { library { photosCount } } }' }),
  })
  return countSchema.parse(await answer.json()).data.viewer.library.photosCount
}

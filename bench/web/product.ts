import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { callOperator } from '../../launcher/operator.ts'
import { freePort } from '../../launcher/ports.ts'
import { startProduct } from '../../launcher/product.ts'
import type { LauncherSettings } from '../../launcher/settings.ts'

/** How many pictures are drawn for a demo library, if it has so many. */
export const demoPictures = 12
/** What the front door's patience with the operator's call suffices for, on slow machines too. */
const photosPerCall = 50_000
const askMilliseconds = 500
const tokenSchema = z.object({ accessToken: z.string() })
const countSchema = z.object({
  data: z.object({ viewer: z.object({ library: z.object({ photosCount: z.number() }) }) }),
})

/** The product as `npm start` runs it, in an empty data folder and with few pictures. */
export interface MeasuredProduct {
  readonly url: string
  /** Waits until the demo account has so many pictures of its own: nothing is drawn beside what is measured. */
  untilDrawn(email: string, count: number): Promise<void>
  /** Adds synthetic photos to a demo account until it has so many, over many months or all in one, such as `2012-05`. */
  fillUpTo(email: string, count: number, month?: string): Promise<void>
  close(): Promise<void>
}

/**
 * Starts the product; the client must have been built. `BENCH_DATA` names a data folder that is kept: what it holds needs
 * not be filled again.
 */
export async function startMeasuredProduct(): Promise<MeasuredProduct> {
  const kept = process.env['BENCH_DATA']
  const dataDir = kept === undefined ? mkdtempSync(join(tmpdir(), 'keepsake-web-')) : resolve(kept)
  const port = await freePort()
  const settings = { port, dataDir, publicUrl: `http://localhost:${port}`, demo: true }
  process.env['DEMO_PICTURES'] = String(demoPictures)
  const product = await startProduct(settings)
  return {
    url: settings.publicUrl,
    async untilDrawn(email, count) {
      while ((await countOf(settings, email)) < count) await setTimeout(askMilliseconds)
    },
    async fillUpTo(email, count, month) {
      for (let left = count - (await countOf(settings, email)); left > 0; left -= photosPerCall) {
        const body = { email, count: Math.min(left, photosPerCall), ...(month === undefined ? {} : { month }) }
        await callOperator(settings, '/dev/photos/synthetic', body)
      }
    },
    async close() {
      await product.close()
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
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

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { BrowserContext, Page } from '@playwright/test'
import { median, spread } from '../gateway/statistics.ts'
import { firstTileOf, type Watch, watchedPage } from './watch.ts'

/** "Slow 4G" of Chromium's developer tools: milliseconds per request, and bytes per second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** How often each page is opened. */
export interface Rounds {
  /** Rounds that are not measured. */
  readonly warmUps: number
  /** Rounds that are measured. */
  readonly rounds: number
}

/** Milliseconds until the first tile, of the product and of a bare page. */
export interface FirstTiles {
  readonly product: number
  readonly productSpread: string
  readonly bare: number
  readonly bareSpread: string
}

/**
 * Compares the time until the first tile appears in the timeline and in a static page that has only the same pictures.
 * The two pages take turns, over an emulated "Slow 4G".
 * @param url address of the product
 * @param context makes a window in which an account is signed in; called once per page
 */
export async function compareWithBarePage(
  url: string,
  context: () => Promise<BrowserContext>,
  { warmUps, rounds }: Rounds,
): Promise<FirstTiles> {
  const bare = await startBarePage()
  const taken = { product: [] as number[], bare: [] as number[] }
  try {
    for (let round = -warmUps; round < rounds; round += 1) {
      const product = await openSlowly(await context(), `${url}/my-photos/photos`)
      bare.show(await picturesInView(product.page))
      await product.page.close()
      const page = await openSlowly(await context(), bare.url)
      await page.page.close()
      if (round < 0) continue
      taken.product.push(product.milliseconds)
      taken.bare.push(page.milliseconds)
    }
  } finally {
    bare.close()
  }
  return {
    product: median(taken.product),
    productSpread: spread(taken.product),
    bare: median(taken.bare),
    bareSpread: spread(taken.bare),
  }
}

/**
 * Opens a page over the slow network. Waits until its first tile is shown and nothing more is requested.
 * @param record begins a recording, and returns the function that ends it: this function is called when the first tile
 * is shown
 */
export async function openSlowly(
  context: BrowserContext,
  address: string,
  record?: (watch: Watch) => Promise<(milliseconds: number) => Promise<void>>,
): Promise<{ page: Page; milliseconds: number }> {
  const watch = await watchedPage(await context.newPage())
  await watch.browser.send('Network.emulateNetworkConditions', slow4G)
  const stop = await record?.(watch)
  await watch.page.goto(address)
  const milliseconds = await firstTileOf(watch.page)
  await stop?.(milliseconds)
  await watch.quiet()
  return { page: watch.page, milliseconds }
}

/** Addresses of the pictures that are on the screen, in the order of the page. */
async function picturesInView(page: Page): Promise<string[]> {
  return await page.locator('[data-photo] img').evaluateAll((images) =>
    images.flatMap((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image instanceof HTMLImageElement && bottom > 0 && top < innerHeight ? [image.currentSrc] : []
    }),
  )
}

interface BarePage {
  readonly url: string
  show(pictures: readonly string[]): void
  close(): void
}

/** Serves a page of pictures, marked up so that the first tile is found as in the product. */
async function startBarePage(): Promise<BarePage> {
  let html = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).end(html)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The bare page has no port.')
  return {
    url: `http://localhost:${address.port}/`,
    show(pictures) {
      const tiles = pictures.map(
        (source) =>
          `<span data-photo><img src="${source.replaceAll('&', '&amp;')}" alt="" width="200" height="200" onload="this.dataset.state = 'shown'"></span>`,
      )
      html = `<!doctype html><meta charset="utf-8"><title>Pictures</title>${tiles.join('\n')}`
    },
    close: () => server.close(),
  }
}

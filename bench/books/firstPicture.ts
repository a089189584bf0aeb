import type { Browser, BrowserContextOptions, Frame, Page } from '@playwright/test'
import { until } from '../web/until.ts'

/** How a page is shown. */
export interface Shown {
  readonly window: BrowserContextOptions
  /** CPU throttling: the page runs this many times slower than the machine allows. */
  readonly slowdown: number
}

/** The picture whose painting ends the measurement. */
export interface Painted {
  /** From the start of the navigation, in milliseconds. */
  readonly milliseconds: number
  /** The address that the browser has chosen. */
  readonly source: string
}

declare global {
  interface Window {
    painted: { readonly at: number; readonly source: string } | undefined
  }
}

/**
 * Opens a page in a new window with an empty cache, and waits until the first picture of a book, or the picture of a
 * bare page, is painted. The picture may be in a frame of the page.
 */
export async function firstPicture(browser: Browser, address: string, { window, slowdown }: Shown): Promise<Painted> {
  const context = await browser.newContext(window)
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPicture)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(address, { waitUntil: 'commit' })
    const start = await page.evaluate(() => performance.timeOrigin)
    const { at, source } = await paintedIn(page)
    return { milliseconds: at - start, source }
  } finally {
    await context.close()
  }
}

async function paintedIn(page: Page): Promise<{ readonly at: number; readonly source: string }> {
  const isFramed = await until(
    page,
    'a picture or a frame',
    () => {
      if (document.querySelector('iframe')) return 'frame'
      return document.querySelector('img') ? 'page' : undefined
    },
    null,
  )
  if (isFramed === 'page') return (await until(page, 'the first picture', () => window.painted, null)) ?? never()
  const frame = page.frames().find(isInside) ?? (await page.waitForEvent('framenavigated', isInside))
  const handle = await frame.waitForFunction(() => window.painted)
  return (await handle.jsonValue()) ?? never()
}

/** Before its first navigation, a frame has no address. */
function isInside(frame: Frame): boolean {
  return frame.parentFrame() !== null && frame.url().startsWith('http')
}

function never(): never {
  throw new Error('The page has no first picture.')
}

/** Runs in each page and frame, before any of its own scripts: asks the browser when it paints the picture. */
function watchPicture(): void {
  new MutationObserver((_changes, observer) => {
    const image = document.querySelector<HTMLImageElement>('#page-1 img, .bare')
    if (!image) return
    image.setAttribute('elementtiming', 'first')
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const image: unknown = Reflect.get(entry, 'element')
      if (!(image instanceof HTMLImageElement)) continue
      window.painted = { at: performance.timeOrigin + entry.startTime, source: image.currentSrc }
    }
  }).observe({ type: 'element', buffered: true })
}

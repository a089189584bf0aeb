import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { recordTasks, type Tasks } from './tasks.ts'
import { until } from './until.ts'

/** CPU throttling: the page runs this many times slower than the machine allows. */
const cpuSlowdown = 4
const quietMilliseconds = 500
const quietTimeout = 60_000

/** Observes an open page, by scripts in it and by the browser's counters. */
export interface Watch {
  readonly page: Page
  readonly browser: CDPSession
  /** GraphQL requests and bytes over the wire since the page was opened. */
  traffic(): { readonly requests: number; readonly kilobytes: number }
  /** Waits until no request has been in flight for 500 ms. */
  quiet(): Promise<void>
  /** Observes the page during an action. */
  during(act: () => Promise<unknown>): Promise<Seen>
  /** The layout shift since the page was opened, as Core Web Vitals define it. */
  layoutShift(): Promise<number>
  /** The size of the JavaScript heap after garbage collection, in megabytes. */
  heap(): Promise<number>
}

/** The observations during an action. */
export interface Seen extends Tasks {
  readonly frames: number
  readonly droppedFrames: number
  readonly maximumNodes: number
}

declare global {
  interface Window {
    watched: { frames: number; dropped: number; nodes: number; shift: number }
    firstTile: number | undefined
  }
}

/** Prepares a new page: throttles it, and observes it from its start. */
export async function watchedPage(page: Page): Promise<Watch> {
  const browser = await page.context().newCDPSession(page)
  await page.addInitScript(watchWithin)
  await browser.send('Network.enable')
  await browser.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  let requests = 0
  let bytes = 0
  let changed = performance.now()
  /** URLs of the requests in flight, by id. */
  const inFlight = new Map<string, string>()
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => {
    inFlight.set(requestId, request.url)
    changed = performance.now()
  })
  const end = (requestId: string) => {
    inFlight.delete(requestId)
    changed = performance.now()
  }
  browser.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    end(requestId)
  })
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/graphql') requests += 1
  })
  return {
    page,
    browser,
    traffic: () => ({ requests, kilobytes: bytes / 1_000 }),
    async quiet() {
      const start = performance.now()
      while (inFlight.size > 0 || performance.now() - changed < quietMilliseconds) {
        if (performance.now() - start > quietTimeout)
          throw new Error(`Requests still in flight: ${[...inFlight.values()].join(', ')}`)
        await setTimeout(50)
      }
    },
    async during(act) {
      await page.evaluate(() => {
        Object.assign(window.watched, { frames: 0, dropped: 0, nodes: 0 })
      })
      const stop = await recordTasks(browser)
      await act()
      const { frames, dropped, nodes } = await page.evaluate(() => window.watched)
      return { ...(await stop()), frames, droppedFrames: dropped, maximumNodes: nodes }
    },
    layoutShift: () => page.evaluate(() => window.watched.shift),
    async heap() {
      // Each collection may make more objects collectable.
      for (let time = 0; time < 3; time += 1) await browser.send('HeapProfiler.collectGarbage')
      const { usedSize } = await browser.send('Runtime.getHeapUsage')
      return usedSize / 1_000_000
    },
  }
}

/** Measures the milliseconds from navigation until the first photo of the page is painted. */
export async function firstTileOf(page: Page): Promise<number> {
  return (await until(page, 'the first photo', () => window.firstTile, null)) ?? Number.NaN
}

/** Runs in the page, before any of its own scripts. */
function watchWithin(): void {
  const watched = { frames: 0, dropped: 0, nodes: 0, shift: 0 }
  window.watched = watched
  let session = { value: 0, from: 0, last: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const value = 'value' in entry ? Number(entry.value) : 0
      if ('hadRecentInput' in entry && entry.hadRecentInput === true) continue
      const isSame = entry.startTime - session.last < 1_000 && entry.startTime - session.from < 5_000
      session = {
        value: isSame ? session.value + value : value,
        from: isSame ? session.from : entry.startTime,
        last: entry.startTime,
      }
      watched.shift = Math.max(watched.shift, session.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const all = document.getElementsByTagName('*')
  const refresh = 1_000 / 60
  let before = 0
  const frame = (now: number) => {
    watched.frames += 1
    if (before > 0) watched.dropped += Math.max(0, Math.round((now - before) / refresh) - 1)
    before = now
    watched.nodes = Math.max(watched.nodes, all.length)
    // Stop once the first tile is found: the visibility check forces style and layout in each frame.
    if (window.firstTile === undefined) {
      const image = document.querySelector<HTMLImageElement>('[data-photo] img[data-state="shown"]')
      const isSeen = image?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      // The image was complete before this frame, so the previous frame has painted it.
      if (isSeen && image?.complete) window.firstTile = now
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

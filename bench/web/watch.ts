import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { recordTasks, type Tasks } from './tasks.ts'
import { until } from './until.ts'

/** How much slower than this machine the browser's machine is taken to be. */
const cpuSlowdown = 4
const quietMilliseconds = 500
const longestUnquiet = 60_000

/** What an open page is watched for, by scripts in it and by the browser's own counters. */
export interface Watch {
  readonly page: Page
  readonly browser: CDPSession
  /** GraphQL requests and bytes over the wire since the page was opened. */
  traffic(): { readonly requests: number; readonly kilobytes: number }
  /** Waits until nothing has been on its way for a moment. */
  quiet(): Promise<void>
  /** What is seen while something is done. */
  during(act: () => Promise<unknown>): Promise<Seen>
  /** Of the page's whole life, by the definition of Core Web Vitals. */
  layoutShift(): Promise<number>
  /** Megabytes of JavaScript's heap after the garbage is collected. */
  heap(): Promise<number>
}

/** What was seen for a while. */
export interface Seen extends Tasks {
  readonly frames: number
  readonly droppedFrames: number
  readonly mostNodes: number
}

declare global {
  interface Window {
    watched: { frames: number; dropped: number; nodes: number; shift: number }
    firstTile: number | undefined
  }
}

/** Opens a page in the window's context, slowed down, that is watched from its very beginning. */
export async function watchedPage(page: Page): Promise<Watch> {
  const browser = await page.context().newCDPSession(page)
  await page.addInitScript(watchWithin)
  await browser.send('Network.enable')
  await browser.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  let requests = 0
  let bytes = 0
  let changed = performance.now()
  /** Their addresses by their ids. */
  const onTheWay = new Map<string, string>()
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => {
    onTheWay.set(requestId, request.url)
    changed = performance.now()
  })
  const end = (requestId: string) => {
    onTheWay.delete(requestId)
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
      while (onTheWay.size > 0 || performance.now() - changed < quietMilliseconds) {
        if (performance.now() - start > longestUnquiet)
          throw new Error(`Still on the way: ${[...onTheWay.values()].join(', ')}`)
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
      return { ...(await stop()), frames, droppedFrames: dropped, mostNodes: nodes }
    },
    layoutShift: () => page.evaluate(() => window.watched.shift),
    async heap() {
      // What the first collection frees may free more.
      for (let time = 0; time < 3; time += 1) await browser.send('HeapProfiler.collectGarbage')
      const { usedSize } = await browser.send('Runtime.getHeapUsage')
      return usedSize / 1_000_000
    },
  }
}

/** Milliseconds from navigation until the first photo of the page is painted. */
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
    // Only until it is there: to tell whether it is seen, the browser styles and lays out, in each frame.
    if (window.firstTile === undefined) {
      const image = document.querySelector<HTMLImageElement>('[data-photo] [data-state="shown"] img')
      const isSeen = image?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      // What is there before this frame is painted, was there when the last one was.
      if (isSeen && image?.complete) window.firstTile = now
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

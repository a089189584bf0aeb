import type { CDPSession } from '@playwright/test'

/** A request of a page, with times in ms since the navigation started. */
interface SeenRequest {
  readonly path: string
  readonly start: number
  readonly detail: string
  firstByte?: number
  end?: number
  bytes?: number
}

/** Tasks shorter than this (ms) are left out. */
const shownMilliseconds = 30
/** Records the tasks of the main thread by the browser's trace, which includes the CPU throttling. */
const traceConfig = { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] }

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
}

/**
 * Records the requests and the long tasks while a page loads.
 * @returns the function that ends the recording and returns one line per request and task, in the order of their start
 */
export async function recordWaterfall(browser: CDPSession): Promise<(firstTile: number) => Promise<string[]>> {
  const requests = new Map<string, SeenRequest>()
  const tasks: TraceEvent[] = []
  let origin = Number.NaN
  const since = (seconds = Number.NaN) => (seconds - origin) * 1_000
  browser.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator }) => {
    if (requests.size === 0) origin = timestamp
    // Skip data URLs: placeholders of pictures are data in the page, not requests.
    if (request.url.startsWith('data:')) return
    const name = /"operationName":"(\w+)"/.exec(request.postData ?? '')?.[1] ?? initiator.type
    const path = new URL(request.url).pathname.replace(/^.*\/(?=blobs|assets)/, '').slice(-60)
    requests.set(requestId, { path, start: timestamp, detail: `${request.method} ${name}` })
  })
  browser.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    const seen = requests.get(requestId)
    if (seen)
      Object.assign(seen, { firstByte: timestamp, detail: `${seen.detail}${response.fromDiskCache ? ' cached' : ''}` })
  })
  browser.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    Object.assign(requests.get(requestId) ?? {}, { end: timestamp, bytes: encodedDataLength })
  })
  const collect = ({ value }: { readonly value: readonly unknown[] }) => {
    // The browser's own events have this form.
    for (const event of value as readonly TraceEvent[]) {
      if (event.name === 'RunTask' && event.pid === event.tid && (event.dur ?? 0) >= shownMilliseconds * 1_000)
        tasks.push(event)
    }
  }
  browser.on('Tracing.dataCollected', collect)
  await browser.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async (firstTile) => {
    const complete = new Promise((resolve) => {
      browser.once('Tracing.tracingComplete', resolve)
    })
    await browser.send('Tracing.end')
    await complete
    const lines = [...requests.values()].map(({ path, start, firstByte, end, bytes = 0, detail }) => ({
      at: since(start),
      text: `${times(since(start), since(firstByte), since(end))} ${(bytes / 1_000).toFixed(1).padStart(7)} kB  ${path}  ${detail}`,
    }))
    lines.push(
      ...tasks.map(({ ts, dur = 0 }) => ({
        at: since(ts / 1e6),
        text: `${times(since(ts / 1e6), Number.NaN, since((ts + dur) / 1e6))}     task of ${Math.round(dur / 1_000)} ms`,
      })),
      { at: firstTile, text: `${times(firstTile, Number.NaN, Number.NaN)}     THE FIRST TILE IS SHOWN` },
    )
    return lines.toSorted((one, other) => one.at - other.at).map(({ text }) => text)
  }
}

function times(...milliseconds: readonly number[]): string {
  return milliseconds.map((time) => (Number.isNaN(time) ? '' : String(Math.round(time))).padStart(6)).join('')
}

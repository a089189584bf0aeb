import sharp from 'sharp'
import { z } from 'zod'
import {
  makeMeasuredInstallation,
  type MeasuredInstallation,
  type MeasuredServices,
  sendPhoto,
  startMeasuredServices,
  untilVisible,
} from './photoServices.ts'
import { median } from './gateway/statistics.ts'
import type { BenchOptions, Result } from './result.ts'

/** How much is measured. */
interface Scale {
  /** How many photos a small, a large and a huge library have. */
  readonly sizes: readonly [number, number, number]
  /** How often each month is read. The first quarter of the reads only warms up. */
  readonly rounds: number
}

const full: Scale = { sizes: [1_000, 100_000, 1_000_000], rounds: 60 }
const small: Scale = { sizes: [1_000, 1_500, 2_000], rounds: 4 }
const pageSize = 24
const maximumMonths = 3
const maximumRatio = 1.3
/** The page size of the list by upload. */
const uploadPageSize = 500
/** The page far from the newest photo comes after this many pages. With fewer pages, the last page is measured. */
const deepPage = 200
const fillSeconds = 60

const timelineSchema = z.record(z.string(), z.record(z.string(), z.number()))
const pageSchema = z.object({ cursor: z.string().nullable(), images: z.array(z.object({ imageId: z.string() })) })

/**
 * Measures how long the first page of a month takes in a small, a large and a huge library, and how long pages of the
 * list by upload take near the newest photo and far from it. Neither the size of the library nor the position of the
 * page should matter.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  const installation = await makeMeasuredInstallation()
  try {
    await uploadOne(installation)
    // Run only the photos service: it offers the operator's call, and draws no demo pictures during the measurement.
    const services = await startMeasuredServices(installation, 'photos', true)
    try {
      return await measure(services, options.small ? small : full)
    } finally {
      await services.close()
    }
  } finally {
    await installation.remove()
  }
}

async function uploadOne(installation: MeasuredInstallation): Promise<void> {
  const services = await startMeasuredServices(installation, 'storage,photos', false)
  try {
    await sendPhoto(services, new Uint8Array(await onePhoto()))
    await untilVisible(services, 1)
  } finally {
    await services.close()
  }
}

async function measure(services: MeasuredServices, { sizes, rounds }: Scale): Promise<Result[]> {
  const results: Result[] = []
  const latencies: number[] = []
  let months: string[] = []
  let filled = 1
  for (const size of sizes) {
    const taken = await fill(services, size - filled)
    if (size === sizes[1]) results.push(fillResult(taken, size))
    filled = size
    if (months.length === 0) months = await fullMonths(services)
    const latency = await medianLatency(services, months, rounds)
    latencies.push(latency)
    const metric = `month page of ${pageSize} at ${size.toLocaleString('en')} photos`
    results.push({ metric, value: latency, unit: 'ms', aim: 'the same at every size', met: true })
  }
  const ratio = (latencies.at(-1) ?? 0) / (latencies[0] ?? 1)
  results.push({
    metric: 'last ÷ first',
    value: ratio,
    unit: '×',
    aim: `≤ ${maximumRatio}`,
    met: ratio <= maximumRatio,
  })
  return [...results, ...(await measureByUpload(services, rounds))]
}

/** Measures pages of the list by upload: the first, the second, and one far from the newest photo. */
async function measureByUpload(services: MeasuredServices, rounds: number): Promise<Result[]> {
  const cursors = await cursorsByUpload(services)
  const places: readonly [place: string, cursor: string | null][] = [
    ['first', null],
    ['second', cursors[0] ?? null],
    [`number ${cursors.length + 1}`, cursors.at(-1) ?? null],
  ]
  const latencies = places.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    // Read the pages in turns, so that other load on the machine affects all of them alike.
    for (const [index, [, cursor]] of places.entries()) {
      const start = performance.now()
      await readByUpload(services, cursor)
      if (round >= rounds / 4) latencies[index]?.push(performance.now() - start)
    }
  }
  const results = places.map(([place], index): Result => {
    const metric = `page of ${uploadPageSize} by upload, ${place}`
    return { metric, value: median(latencies[index] ?? []), unit: 'ms', aim: 'the same everywhere', met: true }
  })
  const ratio = (results.at(-1)?.value ?? 0) / (results[0]?.value ?? 1)
  return [
    ...results,
    { metric: 'deep ÷ first', value: ratio, unit: '×', aim: `≤ ${maximumRatio}`, met: ratio <= maximumRatio },
  ]
}

/** Returns the cursors of the pages after the first. */
async function cursorsByUpload(services: MeasuredServices): Promise<string[]> {
  const cursors: string[] = []
  let cursor: string | null = null
  do {
    cursor = await readByUpload(services, cursor)
    if (cursor !== null) cursors.push(cursor)
  } while (cursor !== null && cursors.length < deepPage)
  return cursors
}

/** @returns the cursor of the next page */
async function readByUpload(services: MeasuredServices, cursor: string | null): Promise<string | null> {
  const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
  const path = `/photos/photos?sortKey=created&sortOrder=desc&limit=${uploadPageSize}${after}`
  return pageSchema.parse(await read(services, path)).cursor
}

function fillResult(taken: number, size: number): Result {
  const met = taken <= fillSeconds
  const metric = `filling up to ${size.toLocaleString('en')} photos`
  return { metric, value: taken, unit: 's', aim: `≤ ${fillSeconds}`, met }
}

/** Adds synthetic photos. @returns seconds */
async function fill(services: MeasuredServices, count: number): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${services.url}/photos/dev/synthetic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': await services.operatorSecret() },
    body: JSON.stringify({ accountId: services.accountId, count }),
    signal: AbortSignal.timeout(1_800_000),
  })
  if (!answer.ok) throw new Error(`Filling the library failed with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return (performance.now() - start) / 1_000
}

/** Finds the fullest months that fill a page even in the small library, so that the compared pages are equally long. */
async function fullMonths(services: MeasuredServices): Promise<string[]> {
  const timeline = timelineSchema.parse(await read(services, '/photos/users/timeline'))
  const months = Object.entries(timeline)
    .flatMap(([year, counts]) => Object.entries(counts).map(([month, count]) => ({ path: `${year}/${month}`, count })))
    .filter(({ path, count }) => path !== '0/0' && count >= pageSize)
    .toSorted((left, right) => right.count - left.count)
    .slice(0, maximumMonths)
  if (months.length === 0) throw new Error('No month of the small library fills a page.')
  return months.map(({ path }) => path)
}

/** @returns milliseconds */
async function medianLatency(services: MeasuredServices, months: readonly string[], rounds: number): Promise<number> {
  const latencies: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const month of months) {
      const start = performance.now()
      const page = await read(services, `/photos/photos/timeline/${month}?limit=${pageSize}`)
      if (round >= rounds / 4) latencies.push(performance.now() - start)
      if (pageSchema.parse(page).images.length !== pageSize) throw new Error('A month no longer fills a page.')
    }
  }
  return median(latencies)
}

async function read(services: MeasuredServices, path: string): Promise<unknown> {
  const answer = await fetch(`${services.url}${path}`, { headers: { authorization: `Bearer ${services.token}` } })
  return answer.json()
}

async function onePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer()
}

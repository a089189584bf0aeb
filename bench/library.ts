import sharp from 'sharp'
import { z } from 'zod'
import {
  makeMeasuredGround,
  type MeasuredGround,
  type MeasuredServices,
  sendPhoto,
  startMeasuredServices,
  untilVisible,
} from './photoServices.ts'
import type { Result } from './result.ts'

const sizes = [1_000, 100_000, 1_000_000] as const
const pageSize = 24
const rounds = 60
const monthsMeasured = 3
const most = 1.3
const fillSeconds = 60

const timelineSchema = z.record(z.string(), z.record(z.string(), z.number()))
const pageSchema = z.object({ images: z.array(z.object({ imageId: z.string() })) })

/** How long the first page of a month takes in a small, a large and a huge library: it should not matter. */
export async function run(): Promise<Result[]> {
  const ground = await makeMeasuredGround()
  try {
    await uploadOne(ground)
    // Photos alone has the operator's call, but draws no demo pictures beside what is measured.
    const services = await startMeasuredServices(ground, 'photos', true)
    try {
      return await measure(services)
    } finally {
      await services.close()
    }
  } finally {
    await ground.remove()
  }
}

async function uploadOne(ground: MeasuredGround): Promise<void> {
  const services = await startMeasuredServices(ground, 'storage,photos', false)
  try {
    await sendPhoto(services, new Uint8Array(await onePhoto()))
    await untilVisible(services, 1)
  } finally {
    await services.close()
  }
}

async function measure(services: MeasuredServices): Promise<Result[]> {
  const results: Result[] = []
  const latencies: number[] = []
  let months: string[] = []
  let filled = 1
  for (const size of sizes) {
    const taken = await fill(services, size - filled)
    if (size === 100_000) results.push(fillResult(taken))
    filled = size
    if (months.length === 0) months = await fullMonths(services)
    const latency = await medianLatency(services, months)
    latencies.push(latency)
    const metric = `month page of ${pageSize} at ${size.toLocaleString('en')} photos`
    results.push({ metric, value: latency, unit: 'ms', aim: 'the same at every size', met: true })
  }
  const ratio = (latencies.at(-1) ?? 0) / (latencies[0] ?? 1)
  results.push({ metric: 'last ÷ first', value: ratio, unit: '×', aim: `≤ ${most}`, met: ratio <= most })
  return results
}

function fillResult(taken: number): Result {
  const met = taken <= fillSeconds
  return { metric: 'filling up to 100,000 photos', value: taken, unit: 's', aim: `≤ ${fillSeconds}`, met }
}

/** Adds synthetic photos; answers how many seconds that took. */
async function fill(services: MeasuredServices, count: number): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`${services.url}/photos/dev/synthetic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': await services.operatorSecret() },
    body: JSON.stringify({ accountId: services.accountId, count }),
    signal: AbortSignal.timeout(1_800_000),
  })
  if (!answer.ok) throw new Error(`Filling the library was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return (performance.now() - start) / 1_000
}

/** Months with a full page already in the small library, so that the pages compared are equally long. */
async function fullMonths(services: MeasuredServices): Promise<string[]> {
  const timeline = timelineSchema.parse(await read(services, '/photos/users/timeline'))
  const months = Object.entries(timeline).flatMap(([year, counts]) =>
    Object.entries(counts).map(([month, count]) => ({ path: `${year}/${month}`, count })),
  )
  return months
    .filter(({ path }) => path !== '0/0')
    .toSorted((left, right) => right.count - left.count)
    .slice(0, monthsMeasured)
    .map(({ path }) => path)
}

async function medianLatency(services: MeasuredServices, months: readonly string[]): Promise<number> {
  const latencies: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const month of months) {
      const start = performance.now()
      const page = await read(services, `/photos/photos/timeline/${month}?limit=${pageSize}`)
      // The first rounds warm up.
      if (round >= rounds / 4) latencies.push(performance.now() - start)
      if (pageSchema.parse(page).images.length !== pageSize) throw new Error('A month does not fill a page.')
    }
  }
  return latencies.toSorted((left, right) => left - right)[Math.floor(latencies.length / 2)] ?? 0
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

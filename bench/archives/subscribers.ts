import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Customer, createCustomers, publicUrl } from '../gateway/customers.ts'
import { MeasuredServer, cores, pinThisProcess } from '../gateway/servers.ts'
import { Subscribers } from '../gateway/subscribers.ts'
import { quantile } from '../gateway/statistics.ts'
import type { Result } from '../result.ts'
import { StraightListeners } from './straight.ts'

/** They come first and are not counted: with them comes what all share. */
const alreadyThere = 200
const added = 1_000
const settleTime = 3_000
const memoryAim = 100
/** So many listen at the service besides, without a gateway between. */
const straightOnes = 120
const listeners = alreadyThere + added + straightOnes
/** Events per second, of all listeners together: each archive that is made tells twice a second how far it is. */
const rate = 1_100
/** How often all are told something at the same moment. */
const bursts = 8
const seconds = 10
const warmUp = 3
const arrivalTime = 15_000
/** Part of the events that must have come. */
const leastShare = 0.95
const delayAim = 100

const query = 'subscription { archiveEvents { cursor key timestamp progress downloadId } }'
const archiveEvent = z.object({ data: z.object({ archiveEvents: z.object({ downloadId: z.string() }) }) })

/**
 * A thousand customers who each follow their archives on a socket of their own, at one gateway, which so has as many
 * sockets to the service: what each holds, and how long an event is on its way from the service to the client.
 */
export async function measureSubscribers(): Promise<Result[]> {
  pinThisProcess(cores.other)
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const { customers, jwks } = await createCustomers(alreadyThere + added)
  const upstream = await MeasuredServer.start({
    name: 'notifications',
    entry: '../archives/notifications.ts',
    core: cores.other,
    environment: { JWKS: JSON.stringify(jwks) },
    logDir,
  })
  const gateway = await MeasuredServer.start({
    name: 'gateway',
    entry: '../../gateway/main.ts',
    core: cores.measured,
    environment: { PUBLIC_URL: publicUrl, SERVICES_URL: upstream.url, OVERLOAD_LAG: '10000' },
    logDir,
  })
  try {
    const results = await measure(gateway, upstream, customers)
    rmSync(logDir, { recursive: true, force: true })
    return results
  } finally {
    await Promise.all([gateway.stop(), upstream.stop()])
  }
}

async function measure(
  gateway: MeasuredServer,
  upstream: MeasuredServer,
  customers: readonly Customer[],
): Promise<Result[]> {
  const delays = new Delays()
  const subscribers = new Subscribers(gateway.url, { query }, (payload) => {
    delays.ofGateway.push(sinceTold(archiveEvent.parse(payload).data.archiveEvents.downloadId))
  })
  await subscribers.join(customers.slice(0, alreadyThere))
  const before = await settledMemory(gateway)
  await subscribers.join(customers.slice(alreadyThere))
  const kilobytes = ((await settledMemory(gateway)) - before) / added / 1_000
  const straight = new StraightListeners()
  await straight.join(`${upstream.url}/downloads/notifications`, straightOnes, (downloadId) => {
    delays.straight.push(sinceTold(downloadId))
  })
  await deliver(upstream, delays, warmUp)
  delays.forget()
  await deliver(upstream, delays, seconds)
  const rows = delayRows(delays, `${rate}/s to ${listeners} sockets`)
  delays.forget()
  for (let burst = 0; burst < bursts; burst += 1) await deliver(upstream, delays, 0, listeners)
  // How it is borne when everything happens at once is shown, and has no aim.
  rows.push(...delayRows(delays, `${listeners} at the same moment`).map((row) => ({ ...row, aim: '', met: true })))
  subscribers.close()
  straight.close()
  return [memoryRow(kilobytes), ...rows]
}

/** How long events were on their way, in milliseconds. */
class Delays {
  ofGateway: number[] = []
  straight: number[] = []

  get count(): number {
    return this.ofGateway.length + this.straight.length
  }

  forget(): void {
    this.ofGateway = []
    this.straight = []
  }
}

/** @param told when it was told, as the id of an archive */
function sinceTold(told: string): number {
  return performance.timeOrigin + performance.now() - Number(told)
}

async function settledMemory(gateway: MeasuredServer): Promise<number> {
  await gateway.usage(true)
  await pause(settleTime)
  return (await gateway.usage(true)).held
}

/** @param time in seconds, over which they are spread */
async function deliver(upstream: MeasuredServer, delays: Delays, time: number, facts = rate * time): Promise<void> {
  const due = delays.count + facts
  upstream.tell({ type: 'emit', facts, milliseconds: time * 1_000 })
  const end = performance.now() + time * 1_000 + arrivalTime
  // An event of progress that was followed by the next one before it was read is left out.
  while (delays.count < due && performance.now() < end) await pause(50)
  if (delays.count < due - facts * (1 - leastShare)) throw new Error(`${due - delays.count} events did not arrive.`)
}

function memoryRow(kilobytes: number): Result {
  return {
    metric: `memory per subscriber of archives (${added} sockets, each of another customer)`,
    value: Math.round(kilobytes * 10) / 10,
    unit: 'kB',
    aim: `≤ ${memoryAim}`,
    met: kilobytes <= memoryAim,
  }
}

function delayRows({ ofGateway, straight }: Delays, how: string): Result[] {
  const of = `from event to client (${how})`
  const slowest = tenths(quantile(ofGateway, 0.99))
  return [
    timeRow(`${of}, median`, tenths(quantile(ofGateway, 0.5))),
    { ...timeRow(`${of}, p99`, slowest), aim: `≤ ${delayAim}`, met: slowest <= delayAim },
    timeRow(`${of}, p99 without a gateway between`, tenths(quantile(straight, 0.99))),
  ]
}

function timeRow(metric: string, value: number): Result {
  return { metric, value, unit: 'ms', aim: '', met: true }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

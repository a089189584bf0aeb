import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { type Customer, createCustomers, publicUrl } from '../gateway/customers.ts'
import { MeasuredServer, chooseCores, pinThisProcess } from '../gateway/servers.ts'
import { Subscribers } from '../gateway/subscribers.ts'
import { quantile } from '../gateway/statistics.ts'
import type { BenchOptions, Result } from '../result.ts'
import { DirectListeners } from './directListeners.ts'
import { type Scale, scaleOf } from './scale.ts'

const memoryAim = 100
const arrivalTime = 15_000
/** The share of the events that must arrive. */
const leastShare = 0.95
const delayAim = 100

const query = 'subscription { archiveEvents { cursor key timestamp progress downloadId } }'
const archiveEvent = z.object({ data: z.object({ archiveEvents: z.object({ downloadId: z.string() }) }) })

/**
 * Measures one gateway with a thousand customers who each follow their archives on their own socket. So the gateway has
 * a thousand sockets to clients, and a thousand to the service. The measured values are the memory per customer, and
 * the delay of an event from the service to the client.
 */
export async function measureSubscribers(options: BenchOptions): Promise<Result[]> {
  const scale = scaleOf(options)
  const cores = chooseCores(options)
  pinThisProcess(cores.other)
  const logDir = mkdtempSync(join(tmpdir(), 'keepsake-bench-'))
  const { customers, jwks } = await createCustomers(scale.subscribers.openedBefore + scale.subscribers.added)
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
    const results = await measure({ gateway, upstream }, customers, scale)
    rmSync(logDir, { recursive: true, force: true })
    return results
  } finally {
    await Promise.all([gateway.stop(), upstream.stop()])
  }
}

async function measure(
  { gateway, upstream }: { readonly gateway: MeasuredServer; readonly upstream: MeasuredServer },
  customers: readonly Customer[],
  { subscribers: { openedBefore, added, direct, rate, warmUpSeconds, seconds, bursts }, restMilliseconds }: Scale,
): Promise<Result[]> {
  const delays = new Delays()
  const subscribers = new Subscribers(gateway.url, { query }, (payload) => {
    delays.ofGateway.push(millisecondsSince(archiveEvent.parse(payload).data.archiveEvents.downloadId))
  })
  await subscribers.join(customers.slice(0, openedBefore))
  const before = await settledMemory(gateway, restMilliseconds)
  await subscribers.join(customers.slice(openedBefore))
  const kilobytes = ((await settledMemory(gateway, restMilliseconds)) - before) / added / 1_000
  const directListeners = new DirectListeners()
  await directListeners.join(`${upstream.url}/downloads/notifications`, direct, (downloadId) => {
    delays.direct.push(millisecondsSince(downloadId))
  })
  const listeners = openedBefore + added + direct
  await deliver(upstream, delays, { seconds: warmUpSeconds, events: rate * warmUpSeconds })
  delays.clear()
  await deliver(upstream, delays, { seconds, events: rate * seconds })
  const rows = delayRows(delays, `${rate}/s to ${listeners} sockets`)
  delays.clear()
  for (let burst = 0; burst < bursts; burst += 1) await deliver(upstream, delays, { seconds: 0, events: listeners })
  // The delay of simultaneous events is shown, but has no aim.
  rows.push(...delayRows(delays, `${listeners} at the same moment`).map((row) => ({ ...row, aim: '', met: true })))
  subscribers.close()
  directListeners.close()
  return [memoryRow(kilobytes, added), ...rows]
}

/** Collects how long (ms) each event took from the service to the client. */
class Delays {
  ofGateway: number[] = []
  direct: number[] = []

  get count(): number {
    return this.ofGateway.length + this.direct.length
  }

  clear(): void {
    this.ofGateway = []
    this.direct = []
  }
}

/** @param sent when the event was sent, in milliseconds: the benchmark uses this time as the archive's id */
function millisecondsSince(sent: string): number {
  return performance.timeOrigin + performance.now() - Number(sent)
}

async function settledMemory(gateway: MeasuredServer, milliseconds: number): Promise<number> {
  await gateway.usage(true)
  await pause(milliseconds)
  return (await gateway.usage(true)).held
}

/** Sends `events` events, spread over the seconds, and waits until they have arrived. */
async function deliver(
  upstream: MeasuredServer,
  delays: Delays,
  { seconds, events }: { readonly seconds: number; readonly events: number },
): Promise<void> {
  const due = delays.count + events
  upstream.send({ type: 'emit', events, milliseconds: seconds * 1_000 })
  const end = performance.now() + seconds * 1_000 + arrivalTime
  // The gateway drops a progress event if a newer one arrives before the client has read it.
  while (delays.count < due && performance.now() < end) await pause(50)
  if (delays.count < due - events * (1 - leastShare)) throw new Error(`${due - delays.count} events did not arrive.`)
}

function memoryRow(kilobytes: number, added: number): Result {
  return {
    metric: `memory per subscriber of archives (${added} sockets, each of a different customer)`,
    value: Math.round(kilobytes * 10) / 10,
    unit: 'kB',
    aim: `≤ ${memoryAim}`,
    met: kilobytes <= memoryAim,
  }
}

function delayRows({ ofGateway, direct }: Delays, how: string): Result[] {
  const of = `from event to client (${how})`
  const slowest = tenths(quantile(ofGateway, 0.99))
  return [
    timeRow(`${of}, median`, tenths(quantile(ofGateway, 0.5))),
    { ...timeRow(`${of}, p99`, slowest), aim: `≤ ${delayAim}`, met: slowest <= delayAim },
    timeRow(`${of}, p99 without a gateway between`, tenths(quantile(direct, 0.99))),
  ]
}

function timeRow(metric: string, value: number): Result {
  return { metric, value, unit: 'ms', aim: '', met: true }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

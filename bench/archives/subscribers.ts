import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { upstreamUrls } from '../../tests/support/upstreamUrls.ts'
import { type Customer, createCustomers, publicUrl } from '../gateway/customers.ts'
import { MeasuredServer, cores, pinThisProcess } from '../gateway/servers.ts'
import { Subscribers } from '../gateway/subscribers.ts'
import type { Result } from '../result.ts'

/** They come first and are not counted: with them comes what all share. */
const alreadyThere = 200
const added = 1_000
const settleTime = 3_000
const memoryAim = 100
/** Events per second, of all customers together: each archive that is made tells twice a second how far it is. */
const rate = 1_000
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
    environment: { PUBLIC_URL: publicUrl, ...upstreamUrls(upstream.url), OVERLOAD_LAG: '10000' },
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
  let delays: number[] = []
  const subscribers = new Subscribers(gateway.url, { query }, (payload) => {
    const { downloadId } = archiveEvent.parse(payload).data.archiveEvents
    delays.push(performance.timeOrigin + performance.now() - Number(downloadId))
  })
  await subscribers.join(customers.slice(0, alreadyThere))
  const before = await settledMemory(gateway)
  await subscribers.join(customers.slice(alreadyThere))
  const kilobytes = ((await settledMemory(gateway)) - before) / added / 1_000
  for (const time of [warmUp, seconds]) {
    delays = []
    await deliver(upstream, time, () => delays.length)
  }
  subscribers.close()
  return [memoryRow(kilobytes), ...delayRows(delays)]
}

async function settledMemory(gateway: MeasuredServer): Promise<number> {
  await gateway.usage(true)
  await pause(settleTime)
  return (await gateway.usage(true)).held
}

/** @param arrived how many have */
async function deliver(upstream: MeasuredServer, time: number, arrived: () => number): Promise<void> {
  const facts = rate * time
  upstream.tell({ type: 'emit', facts, milliseconds: time * 1_000 })
  const end = performance.now() + time * 1_000 + arrivalTime
  // An event of progress that was followed by the next one before it was read is left out.
  while (arrived() < facts && performance.now() < end) await pause(50)
  if (arrived() < facts * leastShare) throw new Error(`Only ${arrived()} events of ${facts} arrived.`)
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

function delayRows(delays: readonly number[]): Result[] {
  const sorted = delays.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
  const of = `from event to client (${rate}/s to ${alreadyThere + added} subscribers)`
  return [
    { metric: `${of}, median`, value: at(0.5), unit: 'ms', aim: '', met: true },
    { metric: `${of}, p99`, value: at(0.99), unit: 'ms', aim: `≤ ${delayAim}`, met: at(0.99) <= delayAim },
  ]
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '../result.ts'
import type { Customer } from './customers.ts'
import type { MeasuredServer } from './servers.ts'
import { median, spread } from './statistics.ts'
import { Subscribers } from './subscribers.ts'
import type { EmitMessage } from './upstreams.ts'

const alreadyThere = 200
const added = 2_000
const settleTime = 3_000
const memoryAim = 100

const listeners = 2_000
/** Each listener has its own facts, so far apart that none is gathered with another. */
const busyRate = 3_000
const quietRate = 500
const sliceTime = 1_000
const slices = 8
const warmUps = 3
const profiledSlices = 4
const arrivalTime = 10_000
/** Milliseconds after which all that will come has come, and the part of it that must have. */
const patience = 3_000
const leastShare = 0.9
const processorAim = 60

/**
 * What each of two thousand idle subscriptions holds, the socket to the upstream included: every one is of a customer
 * of its own, and the first two hundred are not counted, because with them comes what all share.
 * @param documentId of the subscription that our client sends
 */
export async function measureSubscriptionMemory(
  gateway: MeasuredServer,
  documentId: string,
  customers: readonly Customer[],
): Promise<Result> {
  const subscribers = new Subscribers(gateway.url, { documentId })
  await subscribers.join(customers.slice(0, alreadyThere))
  const before = await settledMemory(gateway)
  await subscribers.join(customers.slice(alreadyThere, alreadyThere + added))
  const after = await settledMemory(gateway)
  subscribers.close()
  const kilobytes = (after - before) / added / 1000
  return {
    metric: `memory per idle subscription (${added} sockets, each of another customer)`,
    value: Math.round(kilobytes * 10) / 10,
    unit: 'kB',
    aim: `≤ ${memoryAim}`,
    met: kilobytes <= memoryAim,
  }
}

async function settledMemory(gateway: MeasuredServer): Promise<number> {
  await gateway.usage(true)
  await pause(settleTime)
  return (await gateway.usage(true)).held
}

/** What an event costs from the upstream's socket to the client's, when each carries one fact to one client. */
export class EventsBench {
  readonly #gateway: MeasuredServer
  readonly #upstreams: MeasuredServer
  readonly #subscribers: Subscribers

  constructor(gateway: MeasuredServer, upstreams: MeasuredServer, documentId: string) {
    this.#gateway = gateway
    this.#upstreams = upstreams
    this.#subscribers = new Subscribers(gateway.url, { documentId })
  }

  join(customers: readonly Customer[]): Promise<void> {
    return this.#subscribers.join(customers.slice(0, listeners))
  }

  /** When the gateway has work, and when most of it is waking up for a single event. */
  async measure(): Promise<Result[]> {
    const busy = await this.#costs(busyRate)
    const quiet = await this.#costs(quietRate)
    const met = median(busy) <= processorAim
    return [eventRow(busyRate, busy, `≤ ${processorAim}`, met), eventRow(quietRate, quiet, '', true)]
  }

  /** Some seconds of events. */
  async deliver(): Promise<void> {
    for (let slice = 0; slice < profiledSlices; slice += 1) await this.#microsecondsPerEvent(busyRate)
  }

  async #costs(rate: number): Promise<number[]> {
    const costs: number[] = []
    for (let slice = -warmUps; slice < slices; slice += 1) {
      const cost = await this.#microsecondsPerEvent(rate)
      if (slice >= 0) costs.push(cost)
    }
    return costs
  }

  async #microsecondsPerEvent(rate: number): Promise<number> {
    this.#subscribers.delivered = 0
    const before = await this.#gateway.usage()
    const message: EmitMessage = { type: 'emit', facts: rate, milliseconds: sliceTime }
    this.#upstreams.tell(message)
    await this.#untilArrived(rate)
    const after = await this.#gateway.usage()
    return (after.microseconds - before.microseconds) / this.#subscribers.delivered
  }

  /** On a machine that is busy with something else, two facts may become one event: a few less than were sent will do. */
  async #untilArrived(facts: number): Promise<void> {
    const began = performance.now()
    while (this.#subscribers.delivered < facts) {
      const waited = performance.now() - began
      if (waited > patience && this.#subscribers.delivered > facts * leastShare) return
      if (waited > arrivalTime) throw new Error(`Only ${this.#subscribers.delivered} events of ${facts} arrived.`)
      await pause(20)
    }
  }
}

function eventRow(rate: number, costs: readonly number[], aim: string, met: boolean): Result {
  const value = Math.round(median(costs) * 10) / 10
  const metric = `CPU per delivered event (${rate}/s to ${listeners} sockets)`
  return { metric, value, unit: 'µs', spread: spread(costs), aim, met }
}

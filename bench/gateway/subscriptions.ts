import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '../result.ts'
import type { Customer } from './customers.ts'
import type { MeasuredServer } from './servers.ts'
import type { Scale } from './scale.ts'
import { median, spread } from './statistics.ts'
import { Subscribers } from './subscribers.ts'
import type { EmitMessage } from './upstreams.ts'

const memoryAim = 100
const profiledSlices = 4
const arrivalTime = 10_000
/**
 * How long (ms) to wait for one event per fact. After this time, fewer events are enough, because on a busy machine the
 * gateway may gather two facts into one event.
 */
const quietTime = 3_000
/** How many events must arrive, as a share of the facts. */
const leastShare = 0.9
const processorAim = 60

/**
 * Measures the memory of an idle subscription, including its socket to the upstream. Each subscription belongs to a
 * different customer.
 * @param documentId of the subscription that our client sends
 */
export async function measureSubscriptionMemory(
  gateway: MeasuredServer,
  documentId: string,
  customers: readonly Customer[],
  { memory: { openedBefore, added }, restMilliseconds }: Scale,
): Promise<Result> {
  const subscribers = new Subscribers(gateway.url, { documentId })
  await subscribers.join(customers.slice(0, openedBefore))
  const before = await settledMemory(gateway, restMilliseconds)
  await subscribers.join(customers.slice(openedBefore, openedBefore + added))
  const after = await settledMemory(gateway, restMilliseconds)
  subscribers.close()
  const kilobytes = (after - before) / added / 1000
  return {
    metric: `memory per idle subscription (${added} sockets, each of a different customer)`,
    value: Math.round(kilobytes * 10) / 10,
    unit: 'kB',
    aim: `≤ ${memoryAim}`,
    met: kilobytes <= memoryAim,
  }
}

async function settledMemory(gateway: MeasuredServer, milliseconds: number): Promise<number> {
  await gateway.usage(true)
  await pause(milliseconds)
  return (await gateway.usage(true)).held
}

/**
 * Measures the processor time of an event, from the upstream's socket to the client's socket. Each event carries one
 * fact to one client.
 */
export class EventsBench {
  readonly #gateway: MeasuredServer
  readonly #upstreams: MeasuredServer
  readonly #subscribers: Subscribers
  readonly #scale: Scale['events']

  constructor(gateway: MeasuredServer, upstreams: MeasuredServer, documentId: string, { events }: Scale) {
    this.#gateway = gateway
    this.#upstreams = upstreams
    this.#subscribers = new Subscribers(gateway.url, { documentId })
    this.#scale = events
  }

  join(customers: readonly Customer[]): Promise<void> {
    return this.#subscribers.join(customers.slice(0, this.#scale.listeners))
  }

  async measure(): Promise<Result[]> {
    const { busyRate, quietRate } = this.#scale
    const busy = await this.#costs(busyRate)
    const quiet = await this.#costs(quietRate)
    const met = median(busy) <= processorAim
    return [this.#row(busyRate, busy, `≤ ${processorAim}`, met), this.#row(quietRate, quiet, '', true)]
  }

  /** Delivers events for some seconds, to be profiled. */
  async deliver(): Promise<void> {
    for (let slice = 0; slice < profiledSlices; slice += 1) await this.#microsecondsPerEvent(this.#scale.busyRate)
  }

  async #costs(rate: number): Promise<number[]> {
    const { warmUps, slices } = this.#scale
    const costs: number[] = []
    for (let slice = -warmUps; slice < slices; slice += 1) {
      const cost = await this.#microsecondsPerEvent(rate)
      if (slice >= 0) costs.push(cost)
    }
    return costs
  }

  async #microsecondsPerEvent(rate: number): Promise<number> {
    const milliseconds = this.#scale.sliceMilliseconds
    const facts = (rate * milliseconds) / 1_000
    this.#subscribers.delivered = 0
    const before = await this.#gateway.usage()
    const message: EmitMessage = { type: 'emit', facts, milliseconds }
    this.#upstreams.send(message)
    await this.#untilArrived(facts)
    const after = await this.#gateway.usage()
    return (after.microseconds - before.microseconds) / this.#subscribers.delivered
  }

  /** Waits until there is an event for each fact, or, after `quietTime`, for more than `leastShare` of the facts. */
  async #untilArrived(facts: number): Promise<void> {
    const began = performance.now()
    while (this.#subscribers.delivered < facts) {
      const waited = performance.now() - began
      if (waited > quietTime && this.#subscribers.delivered > facts * leastShare) return
      if (waited > arrivalTime) throw new Error(`Only ${this.#subscribers.delivered} events of ${facts} arrived.`)
      await pause(20)
    }
  }

  #row(rate: number, costs: readonly number[], aim: string, met: boolean): Result {
    const value = Math.round(median(costs) * 10) / 10
    const metric = `CPU per delivered event (${rate}/s to ${this.#scale.listeners} sockets)`
    return { metric, value, unit: 'µs', spread: spread(costs), aim, met }
  }
}

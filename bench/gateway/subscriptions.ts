import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '../result.ts'
import type { Customer } from './customers.ts'
import type { MeasuredServer } from './servers.ts'
import { median, spread } from './statistics.ts'
import { Subscribers } from './subscribers.ts'
import type { EmitMessage } from './upstreams.ts'

const alreadyThere = 200
const added = 1_000
const settleTime = 3_000
const factsPerSlice = 1_000
const sliceTime = 1_000
const slices = 8
const warmUps = 2
const arrivalTime = 10_000
const memoryAim = 100
const processorAim = 60

/** The live events, measured on a gateway that has done nothing else, so that memory is theirs alone. */
export class SubscriptionsBench {
  readonly #gateway: MeasuredServer
  readonly #upstreams: MeasuredServer
  readonly #subscribers: Subscribers

  constructor(gateway: MeasuredServer, upstreams: MeasuredServer, documentId: string) {
    this.#gateway = gateway
    this.#upstreams = upstreams
    this.#subscribers = new Subscribers(gateway.url, documentId)
  }

  /**
   * What each of a thousand idle subscriptions holds, upstream socket included: every one is of a customer of its own,
   * and the first two hundred are not counted, because with them comes what all share.
   */
  async measureMemory(customers: readonly Customer[]): Promise<Result> {
    await this.#subscribers.join(customers.slice(0, alreadyThere))
    const before = await this.#settledMemory()
    await this.#subscribers.join(customers.slice(alreadyThere, alreadyThere + added))
    const after = await this.#settledMemory()
    const kilobytes = (after - before) / added / 1000
    return {
      metric: `memory per idle subscription (${added} sockets, each of another customer)`,
      value: Math.round(kilobytes * 10) / 10,
      unit: 'kB',
      aim: `≤ ${memoryAim}`,
      met: kilobytes <= memoryAim,
    }
  }

  /** What an event costs from the upstream's socket to the client's, when each carries one fact to one client. */
  async measureEvents(): Promise<Result> {
    const costs: number[] = []
    for (let slice = -warmUps; slice < slices; slice += 1) {
      const cost = await this.#microsecondsPerEvent()
      if (slice >= 0) costs.push(cost)
    }
    const cost = median(costs)
    return {
      metric: `CPU per delivered event (${factsPerSlice}/s)`,
      value: Math.round(cost * 10) / 10,
      unit: 'µs',
      spread: spread(costs),
      aim: `≤ ${processorAim}`,
      met: cost <= processorAim,
    }
  }

  /** Some seconds of events, for a profile. */
  async deliverEvents(): Promise<void> {
    for (let slice = 0; slice < 3; slice += 1) await this.#microsecondsPerEvent()
  }

  close(): void {
    this.#subscribers.close()
  }

  async #microsecondsPerEvent(): Promise<number> {
    this.#subscribers.delivered = 0
    const before = await this.#gateway.usage()
    const message: EmitMessage = { type: 'emit', facts: factsPerSlice, milliseconds: sliceTime }
    this.#upstreams.tell(message)
    const end = performance.now() + arrivalTime
    while (this.#subscribers.delivered < factsPerSlice) {
      if (performance.now() > end) throw new Error(`Only ${this.#subscribers.delivered} events arrived.`)
      await pause(20)
    }
    const after = await this.#gateway.usage()
    return (after.microseconds - before.microseconds) / factsPerSlice
  }

  async #settledMemory(): Promise<number> {
    await this.#gateway.usage(true)
    await pause(settleTime)
    return (await this.#gateway.usage(true)).memory
  }
}

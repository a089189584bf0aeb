import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { makeJpeg } from '../../support/pictures.ts'
import { Archives, createNamedAlbum } from './archives.ts'
import type { Client } from './client.ts'
import { Customer } from './customer.ts'
import { Exports } from './exports.ts'
import { endOfUpload } from './facts.ts'
import { Ledger } from './ledger.ts'
import { Operations } from './operations.ts'
import type { Topology } from './stack.ts'
import { Subscriber } from './subscriber.ts'
import { Uploads } from './uploads.ts'

/** The interval (ms) at which one operation of each kind is sent. This gives 20 operations a second. */
const everyMilliseconds = 200
/** Every fifth upload is sent in chunks, and resumed after a failure. */
const chunkedEvery = 5
/** The pause (ms) between the end of an archive or export and the next request. */
const restMilliseconds = 2_000
/** How long (ms) work that was accepted may take until it has ended, and until subscribers know of it. */
const settleMilliseconds = 60_000
const pollMilliseconds = 200

const countPhotos = '{ viewer { library { photosCount } } }'
const countAnswer = z.object({
  data: z.object({ viewer: z.object({ library: z.object({ photosCount: z.int() }) }) }),
})

/**
 * A customer who reads, creates albums and uploads photos all the time, downloads albums, exports the library, and
 * follows all changes on two devices. The ledger has everything that was acknowledged.
 */
export class Load implements Client {
  readonly customer: Customer
  readonly operations = new Operations()
  readonly ledger = new Ledger()
  readonly subscribers: readonly Subscriber[]
  readonly exports = new Exports(this)
  readonly #archives = new Archives(this)
  readonly #uploads: Uploads
  readonly #running: Promise<unknown>
  #isStopped = false

  private constructor(customer: Customer, subscribers: readonly Subscriber[], picture: Buffer) {
    this.customer = customer
    this.subscribers = subscribers
    this.#uploads = new Uploads(this, picture)
    const archive = async (number: number) => this.#archives.fetchNext(`Archive ${number}`)
    this.#running = Promise.all([
      this.#send(),
      this.#keepOn('archive', archive),
      this.#keepOn('export', async () => this.exports.fetchNext(this.#readyPhotos())),
    ])
  }

  /** Starts the load when the subscribers are connected. */
  static async start(topology: Topology): Promise<Load> {
    const customer = await Customer.of(topology)
    const subscribers = [new Subscriber(customer), new Subscriber(customer)]
    await Promise.all(subscribers.map(async (subscriber) => subscriber.started()))
    return new Load(customer, subscribers, await makeJpeg({ seed: 21 }))
  }

  /** Resolves when all operations have ended, and an export of the whole library was fetched. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
    await this.waitUntil(() => this.#readyPhotos().length === this.ledger.uploads.size)
    await this.#note('export', this.exports.fetchNext([...this.ledger.uploads.values()]))
  }

  /**
   * Waits until the subscribers have received all these facts, but no longer than a minute. Then closes the
   * connections.
   */
  async end(facts: readonly string[]): Promise<void> {
    await this.waitUntil(() => this.subscribers.every(({ received }) => facts.every((fact) => received.includes(fact))))
    await Promise.all(this.subscribers.map(async (subscriber) => subscriber.stop()))
    for (const [index, { received }] of this.subscribers.entries()) {
      this.ledger.received.set(`subscriber ${index + 1}`, received)
    }
    this.customer.close()
  }

  async waitUntil(isSettled: () => boolean): Promise<void> {
    const end = performance.now() + settleMilliseconds
    while (!isSettled() && performance.now() < end) await pause(pollMilliseconds)
  }

  async #send(): Promise<void> {
    const pending: Promise<unknown>[] = []
    for (let number = 1; !this.#isStopped; number += 1) {
      // Failures are recorded, and do not stop the load.
      pending.push(...this.#sendAll(number).map(async (sent) => sent.catch(() => undefined)))
      await pause(everyMilliseconds)
    }
    await Promise.all(pending)
  }

  /** Sends one operation of each kind. */
  #sendAll(number: number): Promise<unknown>[] {
    const { customer, operations } = this
    return [
      operations.note('query', async () => countAnswer.parse(await customer.ask(countPhotos))),
      operations.note('page', async () => customer.fetch('/config.json')),
      operations.note('album', async () => createNamedAlbum(this, `Album ${number}`)),
      number % chunkedEvery === 0 ? this.#uploads.sendInChunks(number) : this.#uploads.sendAtOnce(number),
    ]
  }

  async #keepOn(kind: string, run: (number: number) => Promise<void>): Promise<void> {
    for (let number = 1; !this.#isStopped; number += 1) {
      await this.#note(kind, run(number))
      await pause(restMilliseconds)
    }
  }

  /** Records work as lost if it failed although the client retried it. */
  async #note(kind: string, work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => this.ledger.lost.push(`${kind}: ${String(error)}`))
  }

  /** The checksums of the photos that are in the library according to the first subscriber. */
  #readyPhotos(): string[] {
    const ended = new Set(this.subscribers[0]?.received)
    return [...this.ledger.uploads].flatMap(([id, checksum]) => (ended.has(endOfUpload(id)) ? [checksum] : []))
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Customer } from '../storage/customer.ts'

const everyMilliseconds = 40
/** Several requests at the same moment, so that several connections are in use when the database goes. */
const atOnce = 3

/** A request and its answer. The times are on the clock of `performance.now()`. */
export interface LoadAnswer {
  readonly sentAt: number
  readonly endedAt: number
  /** The name of the album to create; null for a request that reads. */
  readonly name: string | null
  /** 0: there was no answer. */
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
}

/** A customer who creates albums and lists them all the time, while the database goes and comes back. */
export class DatabaseLoad {
  readonly answers: LoadAnswer[] = []
  readonly #customer: Customer
  readonly #running: Promise<void>
  #isStopped = false

  constructor(customer: Customer) {
    this.#customer = customer
    this.#running = this.#send()
  }

  /** Resolves when all requests are answered. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** The names of the albums whose creation was acknowledged. */
  get acknowledged(): readonly string[] {
    return this.answers.flatMap(({ status, name }) => (status === 201 && name !== null ? [name] : []))
  }

  get failed(): readonly LoadAnswer[] {
    return this.answers.filter(({ status }) => status !== 200 && status !== 201)
  }

  /** True if a request that was sent after this time has succeeded. */
  hasSucceededSince(time: number): boolean {
    return this.answers.some(({ sentAt, status }) => sentAt > time && (status === 200 || status === 201))
  }

  /** The time (ms) from this time until the last request was sent that failed; 0 if none failed since. */
  errorsSince(time: number): number {
    return Math.round(Math.max(0, ...this.failed.map(({ sentAt }) => sentAt - time)))
  }

  async #send(): Promise<void> {
    const pending: Promise<void>[] = []
    for (let number = 1; !this.#isStopped; number += 1) {
      pending.push(this.#ask(null))
      for (let each = 1; each < atOnce; each += 1) pending.push(this.#ask(`album ${number}.${each}`))
      await pause(everyMilliseconds)
    }
    await Promise.all(pending)
  }

  async #ask(name: string | null): Promise<void> {
    const sentAt = performance.now()
    const asked =
      name === null
        ? this.#customer.call('GET', '/photos/albums')
        : this.#customer.call('POST', '/photos/albums', { body: { name } })
    const answer = await asked.catch(() => ({ status: 0, headers: new Headers(), body: {} }))
    this.answers.push({
      sentAt,
      endedAt: performance.now(),
      name,
      status: answer.status,
      code: answer.body.code,
      retryAfter: answer.headers.get('retry-after'),
    })
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Customer } from '../storage/customer.ts'

const everyMilliseconds = 40
/** On a busy machine, more concurrent requests would wait too long for a connection. */
const mostAtOnce = 40

const unknownToken = { client_id: 'keepsake-web', grant_type: 'refresh_token', refresh_token: 'unknown' }

/** A request and its answer. The times are on the clock of `performance.now()`. */
export interface LoadAnswer {
  readonly sentAt: number
  /** The name of the album to create. */
  readonly name?: string
  /** 0: there was no answer. */
  readonly status: number
  readonly code: string | undefined
  readonly retryAfter: string | null
}

/**
 * A customer who creates albums, lists them and asks for tokens all the time, while the database is unavailable for a
 * time.
 */
export class DatabaseLoad {
  readonly answers: LoadAnswer[] = []
  readonly #pending = new Set<Promise<void>>()
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
    return this.answers.flatMap(({ status, name }) => (status === 201 && name !== undefined ? [name] : []))
  }

  get failed(): readonly LoadAnswer[] {
    return this.answers.filter((answer) => !isExpected(answer))
  }

  /** True if a request that was sent after this time has succeeded. */
  hasSucceededSince(time: number): boolean {
    return this.answers.some((answer) => answer.sentAt > time && isExpected(answer))
  }

  /** How long (ms) after this time the last failed request was sent; 0 if none has failed since. */
  errorsSince(time: number): number {
    return Math.round(Math.max(0, ...this.failed.map(({ sentAt }) => sentAt - time)))
  }

  async #send(): Promise<void> {
    for (let number = 1; !this.#isStopped; number += 1) {
      if (this.#pending.size < mostAtOnce) {
        for (const name of [`${number} a`, `${number} b`]) this.#begin(this.#create(name))
        this.#begin(this.#read())
        this.#begin(this.#renewToken())
      }
      await pause(everyMilliseconds)
    }
    await Promise.all(this.#pending)
  }

  #begin(request: Promise<void>): void {
    const pending = request.finally(() => this.#pending.delete(pending))
    this.#pending.add(pending)
  }

  async #read(): Promise<void> {
    await this.#note(this.#customer.call('GET', '/photos/albums'))
  }

  async #create(name: string): Promise<void> {
    await this.#note(this.#customer.call('POST', '/photos/albums', { body: { name } }), name)
  }

  /** Asks for tokens with an unknown refresh token, which the OpenID provider looks for in the database. */
  async #renewToken(): Promise<void> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = Buffer.from(new URLSearchParams(unknownToken).toString())
    await this.#note(this.#customer.call('POST', '/identity/token', { body, headers, isSignedOut: true }))
  }

  async #note(asked: Promise<Answer>, name?: string): Promise<void> {
    const sentAt = performance.now()
    const answer = await asked.catch(() => null)
    this.answers.push({
      sentAt,
      status: answer?.status ?? 0,
      code: answer?.body.code ?? answer?.body.error,
      retryAfter: answer?.headers.get('retry-after') ?? null,
      ...(name === undefined ? {} : { name }),
    })
  }
}

function isExpected({ status, code }: LoadAnswer): boolean {
  return status === 200 || status === 201 || (status === 400 && code === 'invalid_grant')
}

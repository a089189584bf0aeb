import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { request } from 'undici'
import { z } from 'zod'
import type { TokenBuckets } from './tokenBuckets.ts'

/** The rate limits whose counts the gateways share. */
export const sharedLimits = ['viewer', 'address', 'sockets', 'links'] as const
export type SharedLimit = (typeof sharedLimits)[number]

/** The path at which a gateway gets the counts of the others. The edge does not forward it. */
export const takesPath = '/takes'
/** The header that proves that the sender is a gateway of this installation. */
export const takesHeader = 'x-gateway-secret'

/** Counts are sent after this time (ms), or earlier for a caller that sends many requests. */
const flushMilliseconds = 100
/** Counts are sent immediately if a caller has taken this share of its burst since they were last sent. */
const flushShare = 1 / 20
/**
 * How long (ms) another gateway may take to answer. A later delivery would be useless, because the tokens are refilled
 * by then.
 */
const answerMilliseconds = 1_000
/** The maximum number of callers in one message. The counts of further callers are sent in the next message. */
const callersPerMessage = 5_000

/** What a gateway tells the others: who has taken how many tokens. */
export const takesSchema = z.strictObject({
  sender: z.uuid(),
  /** How long ago (ms) the first of these tokens was taken. */
  age: z.number().min(0).max(60_000),
  takes: z.array(z.tuple([z.enum(sharedLimits), z.string().max(200), z.number().positive()])).max(callersPerMessage),
})
export type Takes = z.infer<typeof takesSchema>

interface SharedTakesOptions {
  /** The URLs of all gateways. The URL of this one may be among them. */
  readonly urls: readonly string[]
  /** See `takesSecret`. */
  readonly secret: string
  readonly log: FastifyBaseLogger
}

/**
 * Tells the other gateways which tokens this gateway has given to callers. Takes from its own buckets the tokens that
 * the other gateways have given.
 */
export class SharedTakes {
  readonly #id = randomUUID()
  readonly #peers: readonly Peer[]
  readonly #buckets = new Map<SharedLimit, TokenBuckets>()

  constructor({ urls, secret, log }: SharedTakesOptions) {
    this.#peers = urls.map((url) => new Peer({ url, secret, log, sender: this.#id }))
  }

  /** Shares the tokens of these buckets. @param burst the number of tokens of a full bucket */
  share(limit: SharedLimit, buckets: TokenBuckets, burst: number): void {
    this.#buckets.set(limit, buckets)
    const isMuch = Math.max(1, burst * flushShare)
    buckets.onTaken((key, tokens) => {
      for (const peer of this.#peers) peer.add(limit, key, { tokens, isMuch })
    })
  }

  /** Takes the tokens that another gateway has given. @returns true if the message is this gateway's own */
  receive({ sender, age, takes }: Takes): boolean {
    if (sender === this.#id) return true
    for (const [limit, key, tokens] of takes) this.#buckets.get(limit)?.takeElsewhere(key, tokens, age)
    return false
  }

  /** Sends nothing more. */
  close(): void {
    for (const peer of this.#peers) peer.close()
  }
}

/** The secret of the gateways of an installation, which they derive from a setting that they share. */
export function takesSecret(cursorSecret: string): string {
  return createHmac('sha256', cursorSecret).update('the counts of the gateways').digest('base64url')
}

interface Count {
  readonly limit: SharedLimit
  readonly key: string
  tokens: number
}

interface PeerOptions extends Pick<SharedTakesOptions, 'secret' | 'log'> {
  readonly url: string
  /** The id of this gateway. */
  readonly sender: string
}

/** Another gateway, and the counts that have not been sent to it yet. */
class Peer {
  readonly #options: PeerOptions
  #waiting = new Map<string, Count>()
  /** When the first waiting token was taken, on the clock of `performance.now()`. */
  #since = 0
  #timer: NodeJS.Timeout | undefined
  #isSending = false
  #isUrgent = false
  #isClosed = false
  #hasFailed = false

  constructor(options: PeerOptions) {
    this.#options = options
  }

  add(limit: SharedLimit, key: string, { tokens, isMuch }: { readonly tokens: number; readonly isMuch: number }): void {
    if (this.#isClosed) return
    if (this.#waiting.size === 0) this.#since = performance.now()
    const name = `${limit} ${key}`
    const count = this.#waiting.get(name) ?? { limit, key, tokens: 0 }
    count.tokens += tokens
    this.#waiting.set(name, count)
    if (count.tokens >= isMuch) this.#isUrgent = true
    this.#plan()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #plan(): void {
    if (this.#isSending || this.#isClosed || this.#waiting.size === 0) return
    if (this.#isUrgent) void this.#send()
    else this.#timer ??= setTimeout(() => void this.#send(), flushMilliseconds)
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isUrgent = false
    this.#isSending = true
    const counts = [...this.#waiting].slice(0, callersPerMessage)
    for (const [name] of counts) this.#waiting.delete(name)
    const takes = counts.map(([, { limit, key, tokens }]): Takes['takes'][number] => [limit, key, tokens])
    try {
      await this.#post({ sender: this.#options.sender, age: Math.max(0, performance.now() - this.#since), takes })
      this.#hasFailed = false
    } catch (err) {
      // Counts that were not delivered are dropped, because those tokens are soon refilled anyway.
      if (!this.#hasFailed)
        this.#options.log.warn({ err }, 'another gateway does not take the counts of the rate limits')
      this.#hasFailed = true
      this.#waiting.clear()
    }
    this.#isSending = false
    this.#plan()
  }

  async #post(message: Takes): Promise<void> {
    const { statusCode, body } = await request(`${this.#options.url}${takesPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [takesHeader]: this.#options.secret },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    const answer = await body.text()
    if (statusCode !== 200) throw new Error(`The gateway at ${this.#options.url} answers with ${statusCode}.`)
    if (z.object({ isOwn: z.boolean() }).parse(JSON.parse(answer)).isOwn) this.close()
  }
}

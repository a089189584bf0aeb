import type { FeedLog, LiveCredentials, LiveFact, LiveReader, LiveStart, LiveStream } from './liveStream.ts'
import { SharedStream } from './sharedStream.ts'

/** Milliseconds between signs of life that each socket to the service is asked for. */
const defaultPulse = 30_000
/** Sockets are asked in so many turns, so that they are not all asked at once. */
const turns = 30

/**
 * Streams of one kind, live. All readers of a customer share one socket to the service; it reconnects by itself from the
 * last position, and goes on with the newest token of its readers. A reader who resumes from further back catches up on a
 * socket of its own, and then goes over to the shared one; every fact reaches it once and in order (docs/decisions/0201,
 * 0212).
 */
export class LiveFeed<Fact extends LiveFact, Item> {
  readonly #stream: LiveStream<Fact, Item>
  readonly #log: FeedLog
  readonly #streams = new Map<string, SharedStream<Fact, Item>>()
  readonly #pulse: NodeJS.Timeout
  #turn = 0
  #opened = 0

  /** @param pulse milliseconds after which a socket of the service's that says nothing is asked whether it lives */
  constructor(stream: LiveStream<Fact, Item>, log: FeedLog, pulse = defaultPulse) {
    this.#stream = stream
    this.#log = log
    this.#pulse = setInterval(() => this.#look(), pulse / turns).unref()
  }

  /** How many customers' streams are read now; each has one socket to the service. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * Reads a customer's stream. Ends when the iterator is returned, after a failure, or with the feed.
   * @param after where to begin; null: from now on, beginning with an item that says where that is
   */
  read(credentials: LiveCredentials, after: LiveStart): LiveReader<Fact, Item> {
    const { accountId } = credentials
    let shared = this.#streams.get(accountId)
    if (!shared) {
      this.#opened += 1
      shared = new SharedStream(this.#stream, this.#log, this.#opened, () => this.#streams.delete(accountId))
      this.#streams.set(accountId, shared)
    }
    return shared.join(credentials, after)
  }

  /** Lets all readers go. */
  close(): void {
    clearInterval(this.#pulse)
    for (const shared of this.#streams.values()) shared.close()
  }

  #look(): void {
    this.#turn = (this.#turn + 1) % turns
    for (const shared of this.#streams.values()) {
      shared.renewToken()
      if (shared.number % turns === this.#turn) shared.feelPulse()
    }
  }
}

import { Gate } from './gate.ts'
import type { FeedLog, LiveCredentials, LiveFact, LiveReader, LiveStart, LiveStream } from './liveStream.ts'
import { SharedStream } from './sharedStream.ts'

/** Milliseconds between signs of life that each socket to the service is asked for. */
const defaultPulse = 15_000
/** Sockets are asked in so many turns, so that they are not all asked at once … */
const turns = 15
/** … and must have answered so many turns later. */
const answerTurns = 5
/** Sockets that may be on their way to being accepted by the service at once. */
const atOnce = 64

/**
 * Streams of one kind, live. All readers of a customer share one socket to the service; it reconnects by itself from the
 * last position, and goes on with the newest token of its readers. For a reader who resumes from further back it begins
 * there once more; every fact reaches each reader once and in order (docs/decisions/0201, 0212).
 */
export class LiveFeed<Fact extends LiveFact, Item> {
  readonly #stream: LiveStream<Fact, Item>
  readonly #log: FeedLog
  readonly #gate = new Gate(atOnce)
  readonly #streams = new Map<string, SharedStream<Fact, Item>>()
  readonly #pulse: NodeJS.Timeout
  #turn = 0
  #opened = 0

  /**
   * @param pulse milliseconds after which each socket of the service's is asked whether it lives; it has a third of that
   * to answer
   */
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
      shared = new SharedStream({
        stream: this.#stream,
        log: this.#log,
        gate: this.#gate,
        number: this.#opened,
        onEmpty: () => this.#streams.delete(accountId),
      })
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
    this.#turn += 1
    for (const shared of this.#streams.values()) {
      shared.renewToken()
      const turn = (this.#turn + shared.number) % turns
      if (turn === 0) shared.ping()
      else if (turn === answerTurns) shared.endIfSilent()
    }
  }
}

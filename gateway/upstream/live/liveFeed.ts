import { hasScope } from '../../../schema/rules/scopes.ts'
import { scopeIsMissing } from '../../errors/upstreamError.ts'
import { Gate } from './gate.ts'
import type { FeedLog, LiveCredentials, LiveFact, LiveReader, LiveStart, LiveStream } from './liveStream.ts'
import { SharedStream } from './sharedStream.ts'

/** Time (ms) between two pings of each socket. */
const defaultPulse = 15_000
/** The pings of all sockets are spread over this number of turns. */
const turns = 15
/** A ping must be answered within this number of turns. */
const answerTurns = 5
/** Maximum number of sockets that are connecting at once. */
const maximumConnecting = 64

/**
 * Live streams of one kind. All readers of a customer share one socket. The socket reconnects after the last position,
 * with the newest token of the readers. If a reader resumes from an older position, the socket reconnects there.
 * Every fact reaches each reader once and in order (docs/decisions/0201, 0212).
 */
export class LiveFeed<Fact extends LiveFact, Item> {
  readonly #stream: LiveStream<Fact, Item>
  readonly #log: FeedLog
  readonly #gate = new Gate(maximumConnecting)
  readonly #streams = new Map<string, SharedStream<Fact, Item>>()
  readonly #pulse: NodeJS.Timeout
  #turn = 0
  #opened = 0

  /** @param pulse time (ms) between two pings of each socket; the service has a third of it to answer */
  constructor(stream: LiveStream<Fact, Item>, log: FeedLog, pulse = defaultPulse) {
    this.#stream = stream
    this.#log = log
    this.#pulse = setInterval(() => this.#nextTurn(), pulse / turns).unref()
  }

  /** Number of customers whose stream is read; each has one socket. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * Reads a customer's stream until the iterator's `return` is called, the iterator fails, or the feed closes.
   * @param after where to start; null: from now on, beginning with an item that holds the position
   * @throws UpstreamError if the token lacks the stream's scope. The scope is checked for each reader, because all
   *   readers of a customer share one socket
   */
  read(credentials: LiveCredentials, after: LiveStart): LiveReader<Fact, Item> {
    const { accountId, scopes } = credentials
    const { name, scope } = this.#stream
    if (!hasScope(scopes, scope)) throw scopeIsMissing(name, scope)
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

  /** Ends all readers. */
  close(): void {
    clearInterval(this.#pulse)
    for (const shared of this.#streams.values()) shared.close()
  }

  #nextTurn(): void {
    this.#turn += 1
    for (const shared of this.#streams.values()) {
      shared.renewToken()
      const turn = (this.#turn + shared.number) % turns
      if (turn === 0) shared.ping()
      else if (turn === answerTurns) shared.endIfSilent()
    }
  }
}

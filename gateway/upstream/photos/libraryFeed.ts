import { EventSocket } from './eventSocket.ts'
import { FactBatches } from './factBatches.ts'
import { type LibraryFact, positionFact } from './libraryFacts.ts'

/**
 * Whose library, on which token. The token may be followed by the next one while the reader reads: it is looked at
 * whenever a connection is made. Who reads sees to it that the reading ends with the token.
 */
export interface FeedReader {
  readonly accountId: string
  readonly accessToken: string
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number
}

/** What the feed writes to the log. */
export interface FeedLog {
  warn(fields: object, message: string): void
}

/** Milliseconds between signs of life that each socket to the service is asked for. */
const defaultPulse = 30_000
/** Sockets are asked in so many turns, so that they are not all asked at once. */
const turns = 30
const firstPause = 250
const longestPause = 10_000
/** Live facts that may wait while a reader catches up; each may be of some hundred photos. */
const waitingFactsLimit = 1_000

/**
 * The libraries' changes, live. All readers of a customer share one socket to the photos service; it reconnects by
 * itself from the last position. A reader who resumes from further back catches up on a socket of its own, and then
 * goes over to the shared one; every fact reaches it once and in order.
 */
export class LibraryFeed {
  readonly #baseUrl: string
  readonly #log: FeedLog
  readonly #streams = new Map<string, SharedStream>()
  readonly #pulse: NodeJS.Timeout
  #turn = 0
  #opened = 0

  /** @param pulse milliseconds after which a socket of the service's that says nothing is asked whether it lives */
  constructor(baseUrl: string, log: FeedLog, pulse = defaultPulse) {
    this.#baseUrl = baseUrl
    this.#log = log
    this.#pulse = setInterval(() => this.#feelPulses(), pulse / turns).unref()
  }

  /**
   * Reads the changes of a library. Ends when the iterator is returned, after a failure, or with the feed.
   * @param after the position to resume from; null: from now on, beginning with an empty batch that says where that is
   */
  read(reader: FeedReader, after: bigint | null): FactBatches {
    let stream = this.#streams.get(reader.accountId)
    if (!stream) {
      const end = () => this.#streams.delete(reader.accountId)
      this.#opened += 1
      stream = new SharedStream(this.#opened, this.#baseUrl, this.#log, after, end)
      this.#streams.set(reader.accountId, stream)
    }
    return stream.join(reader, after)
  }

  /** Lets all readers go. */
  close(): void {
    clearInterval(this.#pulse)
    for (const stream of this.#streams.values()) stream.close()
  }

  #feelPulses(): void {
    this.#turn = (this.#turn + 1) % turns
    for (const stream of this.#streams.values()) if (stream.number % turns === this.#turn) stream.feelPulse()
  }
}

interface Member {
  readonly reader: FeedReader
  readonly batches: FactBatches
  catchUp: CatchUp | undefined
}

/** A reader's way from its own position to the shared one. */
interface CatchUp {
  readonly socket: EventSocket
  /** Facts of the shared stream that wait until the reader is there. */
  readonly waiting: LibraryFact[]
}

class SharedStream {
  readonly number: number
  readonly #baseUrl: string
  readonly #log: FeedLog
  readonly #onEmpty: () => void
  readonly #members = new Set<Member>()
  #position: bigint | null
  #socket: EventSocket | undefined
  #pause = firstPause
  #reconnection: NodeJS.Timeout | undefined

  constructor(number: number, baseUrl: string, log: FeedLog, start: bigint | null, onEmpty: () => void) {
    this.number = number
    this.#baseUrl = baseUrl
    this.#log = log
    this.#position = start
    this.#onEmpty = onEmpty
  }

  join(reader: FeedReader, after: bigint | null): FactBatches {
    const member: Member = {
      reader,
      batches: new FactBatches(after, () => this.#leave(member)),
      catchUp: undefined,
    }
    this.#members.add(member)
    const isBehind = after !== null && (this.#position === null || after < this.#position)
    if (isBehind) this.#startCatchUp(member, after)
    else if (after === null && this.#position !== null) member.batches.take(positionFact(this.#position))
    if (!this.#socket && !this.#reconnection) this.#connect()
    return member.batches
  }

  close(): void {
    for (const { batches } of this.#members) void batches.return()
  }

  /** A connection that is dead without having been closed is found by this, and made anew. */
  feelPulse(): void {
    this.#socket?.feelPulse()
    for (const { catchUp } of this.#members) catchUp?.socket.feelPulse()
  }

  #leave(member: Member): void {
    member.catchUp?.socket.close()
    this.#members.delete(member)
    if (this.#members.size > 0) return
    clearTimeout(this.#reconnection)
    this.#socket?.close()
    this.#onEmpty()
  }

  #connect(): void {
    this.#reconnection = undefined
    const freshest = [...this.#members].toSorted((one, other) => other.reader.expires - one.reader.expires)[0]
    if (!freshest) return
    this.#socket = new EventSocket({
      baseUrl: this.#baseUrl,
      accessToken: freshest.reader.accessToken,
      after: this.#position,
      onFact: (fact) => this.#share(fact),
      onEnd: (reason) => this.#reconnect(reason),
    })
  }

  #reconnect(reason: string): void {
    this.#socket = undefined
    const pause = this.#pause * (0.5 + Math.random() / 2)
    this.#log.warn({ reason, pause: Math.round(pause) }, 'the event stream of a library broke off')
    this.#pause = Math.min(this.#pause * 2, longestPause)
    this.#reconnection = setTimeout(() => this.#connect(), pause)
  }

  #share(fact: LibraryFact): void {
    this.#pause = firstPause
    this.#position = fact.position
    for (const member of this.#members) {
      if (!member.catchUp) member.batches.take(fact)
      else {
        const { waiting } = member.catchUp
        // What is dropped comes by the reader's own socket, which is left only where the rest begins.
        if (waiting.length >= waitingFactsLimit) waiting.length = 0
        waiting.push(fact)
        this.#endCatchUpIfThere(member)
      }
    }
  }

  #startCatchUp(member: Member, after: bigint): void {
    const waiting = member.catchUp?.waiting ?? []
    const socket = new EventSocket({
      baseUrl: this.#baseUrl,
      accessToken: member.reader.accessToken,
      after,
      onFact: (fact) => {
        member.batches.take(fact)
        this.#endCatchUpIfThere(member)
      },
      onEnd: () => {
        const again = () => this.#members.has(member) && this.#startCatchUp(member, member.batches.position ?? after)
        setTimeout(again, firstPause).unref()
      },
    })
    member.catchUp = { socket, waiting }
  }

  /** There is no gap once the reader has seen what the shared stream had sent, or where the waiting facts begin. */
  #endCatchUpIfThere(member: Member): void {
    const { catchUp, batches } = member
    if (!catchUp || batches.position === null || this.#position === null) return
    const shared = catchUp.waiting[0]?.position ?? this.#position
    if (batches.position < shared) return
    catchUp.socket.close()
    member.catchUp = undefined
    for (const fact of catchUp.waiting) batches.take(fact)
  }
}

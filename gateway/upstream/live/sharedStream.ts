import { Backoff } from './backoff.ts'
import type { Gate } from './gate.ts'
import { LiveSocket, type SocketEnd } from './liveSocket.ts'
import type { FeedLog, LiveCredentials, LiveFact, LiveReader, LiveStart, LiveStream } from './liveStream.ts'
import { SnapshotChanges } from './snapshotChanges.ts'

/** How long to wait (ms) for the first event position. */
const numberingTime = 2_000
/** If a connection has lasted this long (ms), the next pause is the shortest one again. */
const goodConnection = 10_000
/** First and longest pause (ms) before a reconnection. */
const reconnection = [250, 10_000] as const
/** First and longest pause (ms) between snapshots of a service without the socket, unless the stream has its own. */
const polling = [1_000, 60_000] as const
/** Instead of every tenth snapshot, the socket is tried again, because the service may have been replaced. */
const pollsPerConnection = 10

/** The connection to the service's socket. */
type Connection =
  | { readonly kind: 'none' }
  | OpenConnection
  /** The socket ended; the timer reconnects. */
  | { readonly kind: 'paused'; readonly timer: NodeJS.Timeout }
  /** The service has no such socket; the timer fetches a snapshot, or tries the socket again. */
  | { readonly kind: 'polling'; readonly timer: NodeJS.Timeout }

interface OpenConnection {
  readonly kind: 'open'
  readonly socket: LiveSocket
  /** The expiry time of the newest token that the service has, in ms since 1970. */
  tokenExpires: number
  /** When the service accepted the token, on the clock of `performance.now()`. */
  acceptedAt: number | undefined
  /** True after an unreadable message of this connection was logged. */
  hasLoggedUnreadable: boolean
  numberingTimer: NodeJS.Timeout | undefined
}

/** Whether the service numbers its events. If it does, includes the position of the stream. */
type Numbering<Fact extends LiveFact> =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'numbered'
      /** The last position of the socket. */
      readonly current: bigint
      /** The highest position so far; above `current` while older events are replayed. */
      readonly newest: bigint
      /**
       * The changes of the stream while it was unnumbered. Set until the connection ends, because the last snapshot may
       * still arrive.
       */
      readonly earlier: SnapshotChanges<Fact> | undefined
    }
  | { readonly kind: 'unnumbered'; readonly changes: SnapshotChanges<Fact> }

/** How a reader takes facts. */
type Delivery<Fact> =
  | { readonly kind: 'live' }
  /** The reader needs older events. It takes nothing until the stream is rewound. */
  | { readonly kind: 'behind' }
  /** The reader waits for a snapshot; facts that arrive meanwhile are kept for it. */
  | { readonly kind: 'buffering'; readonly facts: Fact[] }

interface Subscriber<Fact extends LiveFact, Item> {
  readonly credentials: LiveCredentials
  readonly reader: LiveReader<Fact, Item>
  readonly after: LiveStart
  delivery: Delivery<Fact>
}

/** The dependencies of a shared stream. */
export interface SharedStreamOptions<Fact extends LiveFact, Item> {
  readonly stream: LiveStream<Fact, Item>
  readonly log: FeedLog
  readonly gate: Gate
  /** The number of the stream. It spreads the streams over the turns of the keep-alive timer. */
  readonly number: number
  /** Called when the last reader has left. */
  readonly onEmpty: () => void
}

/**
 * The stream of one customer: one socket for all readers. When a reader needs older events, the stream is rewound; the
 * other readers ignore the events that they have taken already.
 *
 *     connection   none ── first reader ──▶ open ── socket ends ──▶ paused ── backoff ──▶ open
 *                                           open ── 404 and not numbered ──▶ polling
 *                                           polling ── snapshot ──▶ polling ── every 10th ──▶ open
 *                  any ── last reader leaves ──▶ none
 *
 *     numbering    unknown ── first reader resumes after a position ──▶ numbered
 *                  unknown, unnumbered ── event with a position ──▶ numbered
 *                  unknown ── no position within 2 s, or polling ──▶ unnumbered
 *                  unknown, numbered ── event without a position ──▶ unnumbered
 *
 *     delivery     behind ── stream rewound, or unnumbered ──▶ live
 *                  live ── resumed after an unnumbered event, stream numbered ──▶ buffering ── snapshot ──▶ live
 */
export class SharedStream<Fact extends LiveFact, Item> {
  readonly number: number
  readonly #stream: LiveStream<Fact, Item>
  readonly #log: FeedLog
  readonly #gate: Gate
  readonly #onEmpty: () => void
  readonly #subscribers = new Set<Subscriber<Fact, Item>>()
  readonly #backoff = new Backoff(...reconnection)
  readonly #pollBackoff: Backoff
  #polls = 0
  #connection: Connection = { kind: 'none' }
  #numbering: Numbering<Fact> = { kind: 'unknown' }

  constructor({ stream, log, gate, number, onEmpty }: SharedStreamOptions<Fact, Item>) {
    this.#stream = stream
    this.#log = log
    this.#gate = gate
    this.number = number
    this.#pollBackoff = new Backoff(...(stream.snapshots?.polling ?? polling))
    this.#onEmpty = onEmpty
  }

  join(credentials: LiveCredentials, after: LiveStart): LiveReader<Fact, Item> {
    const reader = this.#stream.read(after, () => this.#leave(subscriber))
    const subscriber: Subscriber<Fact, Item> = { credentials, reader, after, delivery: { kind: 'live' } }
    if (this.#subscribers.size === 0 && typeof after === 'bigint') this.#setPosition(after)
    this.#subscribers.add(subscriber)
    this.#welcome(subscriber)
    this.#rewind()
    if (this.#connection.kind === 'none') this.#connect()
    return reader
  }

  close(): void {
    for (const { reader } of this.#subscribers) void reader.return?.()
  }

  /** Sends a ping. */
  ping(): void {
    if (this.#connection.kind === 'open') this.#connection.socket.ping()
  }

  /** Reconnects when the service has not answered the ping. */
  endIfSilent(): void {
    if (this.#connection.kind === 'open') this.#connection.socket.endIfSilent()
  }

  /** Sends the newest token of all readers, when the service has an older one. */
  renewToken(): void {
    const connection = this.#connection
    const freshest = this.#freshest()
    if (connection.kind !== 'open' || !freshest || freshest.expires <= connection.tokenExpires) return
    if (connection.socket.renew(freshest.accessToken)) connection.tokenExpires = freshest.expires
  }

  #leave(subscriber: Subscriber<Fact, Item>): void {
    this.#subscribers.delete(subscriber)
    if (this.#subscribers.size > 0) return
    this.#ignorePendingSnapshot()
    this.#disconnect()
    this.#onEmpty()
  }

  #freshest(): LiveCredentials | undefined {
    let freshest: LiveCredentials | undefined
    for (const { credentials } of this.#subscribers)
      if (!freshest || credentials.expires > freshest.expires) freshest = credentials
    return freshest
  }

  /** Sends a new reader the facts that the reader needs before the next event. */
  #welcome(subscriber: Subscriber<Fact, Item>): void {
    const { reader, after } = subscriber
    const numbering = this.#numbering
    if (numbering.kind === 'unnumbered') {
      reader.take(this.#stream.positionFact(null))
      if (after !== null || this.#stream.snapshots?.reportsFirst)
        for (const fact of numbering.changes.known) reader.take(fact)
    } else if (typeof after === 'bigint') {
      if (numbering.kind === 'unknown' || after < numbering.current) subscriber.delivery = { kind: 'behind' }
    } else if (numbering.kind === 'numbered') {
      reader.take(this.#stream.positionFact(numbering.newest))
      if (after === 'unnumbered') void this.#sendSnapshot(subscriber)
    }
  }

  #connect(): void {
    const freshest = this.#freshest()
    if (!freshest) return
    const { numbering, stream } = { numbering: this.#numbering, stream: this.#stream }
    const socket = new LiveSocket({
      url: stream.url,
      gate: this.#gate,
      accessToken: freshest.accessToken,
      after: numbering.kind === 'numbered' ? numbering.current : null,
      onOpen: () => this.#accepted(connection),
      onMessage: (text) => this.#receive(text, connection),
      onEnd: (end) => this.#ended(connection, end),
    })
    const connection: OpenConnection = {
      kind: 'open',
      socket,
      tokenExpires: freshest.expires,
      acceptedAt: undefined,
      hasLoggedUnreadable: false,
      numberingTimer: undefined,
    }
    this.#connection = connection
  }

  #disconnect(): void {
    const connection = this.#connection
    this.#connection = { kind: 'none' }
    if (connection.kind === 'none') return
    if (connection.kind !== 'open') return clearTimeout(connection.timer)
    clearTimeout(connection.numberingTimer)
    connection.socket.close()
  }

  /**
   * After the OK, a service that numbers its events sends its position. For any other service, a snapshot is fetched.
   */
  #accepted(connection: OpenConnection): void {
    connection.acceptedAt = performance.now()
    const numbering = this.#numbering
    if (numbering.kind === 'unnumbered') void numbering.changes.fetch()
    else if (numbering.kind === 'unknown' && this.#stream.snapshots)
      connection.numberingTimer = setTimeout(() => this.#markUnnumbered(), numberingTime)
  }

  #ended({ acceptedAt, numberingTimer }: OpenConnection, { reason, isOrderly, isAbsent }: SocketEnd): void {
    clearTimeout(numberingTimer)
    this.#ignorePendingSnapshot()
    // A numbered stream is not polled: its readers get what they missed as soon as the service has the socket again.
    if (isAbsent && this.#stream.snapshots && this.#numbering.kind !== 'numbered') return this.#poll()
    if (acceptedAt !== undefined && performance.now() - acceptedAt > goodConnection) this.#backoff.reset()
    const pause = this.#backoff.next()
    // Some services close every connection after a while: this is not a failure.
    if (!isOrderly) {
      const fields = { stream: this.#stream.name, reason, pause: Math.round(pause) }
      this.#log.warn(fields, 'a live stream broke off')
    }
    this.#connection = { kind: 'paused', timer: setTimeout(() => this.#connect(), pause) }
  }

  #poll(): void {
    if (this.#numbering.kind !== 'unnumbered') {
      this.#log.warn({ stream: this.#stream.name }, 'a service has no such socket')
      this.#markUnnumbered()
    }
    this.#polls += 1
    const poll = () => {
      if (this.#numbering.kind === 'unnumbered') void this.#numbering.changes.fetch()
      this.#poll()
    }
    const next = this.#polls % pollsPerConnection === 0 ? () => this.#connect() : poll
    this.#connection = { kind: 'polling', timer: setTimeout(next, this.#pollBackoff.next()) }
  }

  /** Handles a message of the socket. @returns false to end the connection */
  #receive(text: string, connection: OpenConnection): boolean {
    const fact = this.#stream.factOf(text)
    if (!fact) {
      const { name: stream, toleratesUnreadable } = this.#stream
      if (toleratesUnreadable && !connection.hasLoggedUnreadable)
        this.#log.warn({ stream }, 'a message of a live stream cannot be read')
      connection.hasLoggedUnreadable = true
      return toleratesUnreadable
    }
    clearTimeout(connection.numberingTimer)
    if (fact.position !== null) this.#share(fact, fact.position)
    else this.#shareUnnumbered(fact)
    return true
  }

  #share(fact: Fact, position: bigint): void {
    const isFirst = this.#numbering.kind !== 'numbered'
    if (isFirst)
      for (const subscriber of this.#subscribers)
        if (subscriber.after === 'unnumbered') void this.#sendSnapshot(subscriber)
    this.#setPosition(position)
    if (this.#numbering.kind === 'numbered') this.#numbering.earlier?.learn(fact)
    for (const { reader, delivery } of this.#subscribers) {
      if (delivery.kind === 'buffering') delivery.facts.push(fact)
      else if (delivery.kind === 'live') reader.take(fact)
    }
    if (isFirst) this.#rewind()
  }

  #setPosition(current: bigint): void {
    const before = this.#numbering
    const newest = before.kind === 'numbered' && before.newest > current ? before.newest : current
    const earlier =
      before.kind === 'unnumbered' ? before.changes : before.kind === 'numbered' ? before.earlier : undefined
    this.#numbering = { kind: 'numbered', current, newest, earlier }
  }

  /**
   * Reads again from the oldest position that a reader needs. If there is no socket, the next socket starts at that
   * position.
   */
  #rewind(): void {
    const numbering = this.#numbering
    if (numbering.kind !== 'numbered') return
    let oldest = numbering.current
    for (const subscriber of this.#subscribers) {
      const { delivery, reader } = subscriber
      if (delivery.kind !== 'behind') continue
      if (reader.position !== null && reader.position < oldest) oldest = reader.position
      subscriber.delivery = { kind: 'live' }
    }
    if (oldest === numbering.current) return
    this.#setPosition(oldest)
    if (this.#connection.kind !== 'open') return
    this.#disconnect()
    this.#connect()
  }

  #shareUnnumbered(fact: Fact): void {
    if (this.#numbering.kind !== 'unnumbered') this.#markUnnumbered()
    if (this.#numbering.kind === 'unnumbered') this.#numbering.changes.learn(fact)
    for (const { reader } of this.#subscribers) reader.take(fact)
  }

  #markUnnumbered(): void {
    const { snapshots } = this.#stream
    if (!snapshots) return
    this.#ignorePendingSnapshot()
    const changes = new SnapshotChanges(snapshots, {
      credentials: () => this.#freshest(),
      onChanges: (facts, isFirst) => this.#shareChanges(facts, isFirst),
      onFailure: () => this.#snapshotFailed(),
    })
    this.#numbering = { kind: 'unnumbered', changes }
    for (const subscriber of this.#subscribers) {
      subscriber.delivery = { kind: 'live' }
      subscriber.reader.take(this.#stream.positionFact(null))
    }
    void changes.fetch()
  }

  /**
   * Sends the changes of a snapshot to the readers.
   * @param isFirst true for the state at the start of the stream, which is new only to readers that resume
   */
  #shareChanges(facts: readonly Fact[], isFirst: boolean): void {
    for (const { reader, after } of this.#subscribers)
      if (!isFirst || after !== null) for (const fact of facts) reader.take(fact)
  }

  #snapshotFailed(): void {
    // This snapshot had the changes before the first position, which are lost now. Readers are ended, so that they
    // resume and get another snapshot.
    if (this.#numbering.kind === 'numbered') return this.close()
    const connection = this.#connection
    // While polling, the timer fetches the next snapshot.
    if (connection.kind !== 'open') return
    connection.socket.close()
    this.#ended(connection, { reason: 'the snapshot could not be fetched', isOrderly: false, isAbsent: false })
  }

  #ignorePendingSnapshot(): void {
    const numbering = this.#numbering
    if (numbering.kind === 'unnumbered') numbering.changes.ignorePending()
    if (numbering.kind !== 'numbered' || !numbering.earlier) return
    numbering.earlier.ignorePending()
    this.#numbering = { ...numbering, earlier: undefined }
  }

  /**
   * Sends a snapshot to a reader that resumes after an event without a position, when the service has positions now.
   */
  async #sendSnapshot(subscriber: Subscriber<Fact, Item>): Promise<void> {
    const { snapshots } = this.#stream
    if (!snapshots || subscriber.delivery.kind === 'buffering') return
    const buffering: Delivery<Fact> = { kind: 'buffering', facts: [] }
    subscriber.delivery = buffering
    const snapshot = await snapshots.fetch(subscriber.credentials, new Map()).catch(() => null)
    if (subscriber.delivery !== buffering) return
    subscriber.delivery = { kind: 'live' }
    // If the fetch has failed, the reader is ended. It then resumes, and gets its snapshot.
    if (snapshot) for (const fact of [...snapshot, ...buffering.facts]) subscriber.reader.take(fact)
    else void subscriber.reader.return?.()
  }
}

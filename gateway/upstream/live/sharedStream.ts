import { AbsentSocket } from './absentSocket.ts'
import { Backoff } from './backoff.ts'
import type { Gate } from './gate.ts'
import { LiveSocket, type SocketEnd } from './liveSocket.ts'
import type { FeedLog, LiveCredentials, LiveFact, LiveReader, LiveStart, LiveStream } from './liveStream.ts'
import type { Member } from './member.ts'
import { UnnumberedStream } from './unnumberedStream.ts'

/** Milliseconds within which a service that numbers what it tells says where it stands. */
const numberingTime = 2_000

/** What a shared stream is made of. */
export interface SharedStreamOptions<Fact extends LiveFact, Item> {
  readonly stream: LiveStream<Fact, Item>
  readonly log: FeedLog
  readonly gate: Gate
  /** Tells it apart from others. */
  readonly number: number
  /** Called when the last reader has gone. */
  readonly onEmpty: () => void
}

/**
 * One customer's stream, and all who read it, by one socket. For a reader who comes from further back it is read once more from
 * there: each reader knows what it was told, and takes it once.
 */
export class SharedStream<Fact extends LiveFact, Item> {
  readonly number: number
  readonly #stream: LiveStream<Fact, Item>
  readonly #log: FeedLog
  readonly #gate: Gate
  readonly #onEmpty: () => void
  readonly #members = new Set<Member<Fact, Item>>()
  /** Where the service's socket stands; null: that is not known. */
  #position: bigint | null = null
  /** The furthest that it stood. */
  #newest: bigint | null = null
  /** Set as soon as it is known that the service does not number what it tells. */
  #unnumbered: UnnumberedStream<Fact> | undefined
  /** What that was, on a connection by which the service numbers what it tells: how things stand may still be asked. */
  #formerly: UnnumberedStream<Fact> | undefined
  #socket: LiveSocket | undefined
  #tokenExpires = 0
  readonly #backoff = new Backoff()
  readonly #absent = new AbsentSocket()
  /** Whether it was told of this connection that there are messages on it that cannot be read. */
  #hasComplained = false
  #reconnection: NodeJS.Timeout | undefined
  #numbering: NodeJS.Timeout | undefined

  constructor({ stream, log, gate, number, onEmpty }: SharedStreamOptions<Fact, Item>) {
    this.#stream = stream
    this.#log = log
    this.#gate = gate
    this.number = number
    this.#onEmpty = onEmpty
  }

  join(credentials: LiveCredentials, after: LiveStart): LiveReader<Fact, Item> {
    const reader = this.#stream.read(after, () => this.#leave(member))
    const member: Member<Fact, Item> = { credentials, reader, after, isBehind: false, waiting: undefined }
    // The first one's position is where the stream itself begins.
    if (this.#members.size === 0 && typeof after === 'bigint') this.#position = this.#newest = after
    this.#members.add(member)
    if (this.#unnumbered) this.#tellWhatStands(member, this.#unnumbered.told)
    else if (typeof after === 'bigint') member.isBehind = this.#position === null || after < this.#position
    else if (this.#newest !== null) this.#tellPosition(member, this.#newest)
    this.#goBack()
    if (!this.#socket && !this.#reconnection) this.#connect()
    return reader
  }

  close(): void {
    for (const { reader } of this.#members) void reader.return?.()
  }

  /** Asks the service for a sign of life. */
  askForLife(): void {
    this.#socket?.askForLife()
  }

  /** A connection that is dead without having been closed is found by this, and made anew. */
  endIfSilent(): void {
    this.#socket?.endIfSilent()
  }

  /** Hands the service the newest token of all readers', as soon as there is one. */
  renewToken(): void {
    const { accessToken, expires } = this.#freshest() ?? { accessToken: '', expires: 0 }
    if (expires > this.#tokenExpires && this.#socket?.renew(accessToken)) this.#tokenExpires = expires
  }

  #leave(member: Member<Fact, Item>): void {
    this.#members.delete(member)
    if (this.#members.size > 0) return
    clearTimeout(this.#reconnection)
    clearTimeout(this.#numbering)
    this.#unnumbered?.standStill()
    this.#formerly?.standStill()
    this.#socket?.close()
    this.#onEmpty()
  }

  #freshest(): LiveCredentials | undefined {
    let freshest: LiveCredentials | undefined
    for (const { credentials } of this.#members)
      if (!freshest || credentials.expires > freshest.expires) freshest = credentials
    return freshest
  }

  #connect(): void {
    this.#reconnection = undefined
    const freshest = this.#freshest()
    if (!freshest) return
    this.#tokenExpires = freshest.expires
    this.#hasComplained = false
    this.#socket = new LiveSocket({
      url: this.#stream.url,
      gate: this.#gate,
      accessToken: freshest.accessToken,
      after: this.#position,
      onOpen: () => {
        this.#backoff.accepted()
        this.#expectNumbers()
      },
      onMessage: (text) => this.#receive(text),
      onEnd: (end) => this.#reconnect(end),
    })
  }

  #reconnect({ reason, isOrderly, isAbsent }: SocketEnd): void {
    this.#socket = undefined
    clearTimeout(this.#numbering)
    this.#unnumbered?.standStill()
    this.#formerly?.standStill()
    this.#formerly = undefined
    // Who has a position is sent what it missed, once the service is there again.
    if (isAbsent && this.#stream.standing && this.#position === null) return this.#askInstead()
    const pause = this.#backoff.next()
    // Some services let no connection live for long: that is no trouble.
    if (!isOrderly) {
      const fields = { stream: this.#stream.name, reason, pause: Math.round(pause) }
      this.#log.warn(fields, 'a live stream broke off')
    }
    this.#reconnection = setTimeout(() => this.#connect(), pause)
  }

  /** There is no such socket: how things stand is asked now and then. */
  #askInstead(): void {
    if (!this.#unnumbered) {
      this.#log.warn({ stream: this.#stream.name }, 'a service has no such socket')
      this.#goUnnumbered()
    }
    const ask = () => {
      void this.#unnumbered?.askAgain()
      this.#askInstead()
    }
    this.#reconnection = this.#absent.wait({ ask, connect: () => this.#connect() })
  }

  #receive(text: string): boolean {
    const fact = this.#stream.factOf(text)
    if (!fact) {
      const { name: stream, toleratesUnreadable } = this.#stream
      if (toleratesUnreadable && !this.#hasComplained)
        this.#log.warn({ stream }, 'a message of a live stream cannot be read')
      this.#hasComplained = true
      return toleratesUnreadable
    }
    clearTimeout(this.#numbering)
    if (fact.position !== null) this.#share(fact)
    else this.#shareUnnumbered(fact)
    return true
  }

  #share(fact: Fact): void {
    const isFirst = this.#position === null
    if (isFirst) for (const member of this.#members) if (member.after === 'unnumbered') void this.#tellStanding(member)
    this.#position = fact.position
    if (this.#newest === null || (fact.position !== null && fact.position > this.#newest)) this.#newest = fact.position
    if (this.#unnumbered) [this.#unnumbered, this.#formerly] = [undefined, this.#unnumbered]
    this.#formerly?.hear(fact)
    for (const { reader, isBehind, waiting } of this.#members) {
      if (waiting) waiting.push(fact)
      else if (!isBehind) reader.take(fact)
    }
    if (isFirst) this.#goBack()
  }

  /** Reads once more from where the furthest of those goes on who came from further back. */
  #goBack(): void {
    if (this.#position === null) return
    let from = this.#position
    for (const member of this.#members) {
      const { isBehind, reader } = member
      if (isBehind && reader.position !== null && reader.position < from) from = reader.position
      member.isBehind = false
    }
    if (from === this.#position) return
    this.#position = from
    // Without a socket the next one begins there.
    if (!this.#socket) return
    this.#socket.close()
    this.#connect()
  }

  /** After an OK either a position comes, or what a service that does not number has told since is asked for. */
  #expectNumbers(): void {
    if (this.#unnumbered) void this.#unnumbered.askAgain()
    else if (this.#stream.standing && this.#position === null)
      this.#numbering = setTimeout(() => this.#goUnnumbered(), numberingTime)
  }

  #shareUnnumbered(fact: Fact): void {
    const unnumbered = this.#unnumbered ?? this.#goUnnumbered()
    unnumbered?.hear(fact)
    for (const { reader } of this.#members) reader.take(fact)
  }

  #goUnnumbered(): UnnumberedStream<Fact> | undefined {
    const { standing } = this.#stream
    if (!standing) return undefined
    this.#position = this.#newest = null
    for (const member of this.#members) {
      member.isBehind = false
      member.waiting = undefined
    }
    this.#unnumbered = new UnnumberedStream(standing, {
      credentials: () => this.#freshest(),
      onStanding: (facts, isFirst) => this.#shareStanding(facts, isFirst),
      onFailure: () => {
        // Nobody can say what was missed before the position: who is let go comes again, and is told then.
        if (this.#position !== null) return this.close()
        // Without a socket it is asked again in any case.
        if (!this.#socket) return
        this.#socket.close()
        this.#reconnect({ reason: 'how things stand could not be asked', isOrderly: false, isAbsent: false })
      },
    })
    for (const { reader } of this.#members) reader.take(this.#stream.positionFact(null))
    void this.#unnumbered.askAgain()
    return this.#unnumbered
  }

  /** @param isFirst whether this is how things stood when the stream began: that is news to those only who come back */
  #shareStanding(facts: readonly Fact[], isFirst: boolean): void {
    for (const { reader, after } of this.#members)
      if (!isFirst || after !== null) for (const fact of facts) reader.take(fact)
  }

  #tellWhatStands({ reader, after }: Member<Fact, Item>, told: Iterable<Fact>): void {
    reader.take(this.#stream.positionFact(null))
    if (after !== null || this.#stream.standing?.isNewsAtFirst) for (const fact of told) reader.take(fact)
  }

  #tellPosition(member: Member<Fact, Item>, position: bigint): void {
    member.reader.take(this.#stream.positionFact(position))
    if (member.after === 'unnumbered') void this.#tellStanding(member)
  }

  /** To one who comes back with an event without a position, though the service has positions now: how things stand. */
  async #tellStanding(member: Member<Fact, Item>): Promise<void> {
    const { standing } = this.#stream
    if (!standing || member.waiting) return
    const waiting: Fact[] = []
    member.waiting = waiting
    const facts = await standing.ask(member.credentials, new Map()).catch(() => null)
    if (member.waiting !== waiting) return
    member.waiting = undefined
    // Who is let go comes again, and is told then.
    if (facts) for (const fact of [...facts, ...waiting]) member.reader.take(fact)
    else void member.reader.return?.()
  }
}

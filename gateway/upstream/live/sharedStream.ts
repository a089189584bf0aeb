import { AbsentSocket } from './absentSocket.ts'
import { Backoff } from './backoff.ts'
import type { Gate } from './gate.ts'
import { LiveSocket, type SocketEnd } from './liveSocket.ts'
import type { FeedLog, LiveCredentials, LiveFact, LiveReader, LiveStart, LiveStream } from './liveStream.ts'
import type { CatchUp, Member } from './member.ts'
import { UnnumberedStream } from './unnumberedStream.ts'

/** Milliseconds within which a service that numbers what it tells says where it stands. */
const numberingTime = 2_000
/** Live facts that may wait while a reader catches up; each may be of some hundred photos. */
const waitingFactsLimit = 1_000

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

/** One customer's stream, and all who read it. */
export class SharedStream<Fact extends LiveFact, Item> {
  readonly number: number
  readonly #stream: LiveStream<Fact, Item>
  readonly #log: FeedLog
  readonly #gate: Gate
  readonly #onEmpty: () => void
  readonly #members = new Set<Member<Fact, Item>>()
  #position: bigint | null = null
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
    const member: Member<Fact, Item> = { credentials, reader, after, catchUp: undefined }
    // The first one's position is where the stream itself begins.
    if (this.#members.size === 0 && typeof after === 'bigint') this.#position = after
    this.#members.add(member)
    if (this.#unnumbered) this.#tellWhatStands(member, this.#unnumbered.told)
    else if (typeof after === 'bigint' && (this.#position === null || after < this.#position))
      this.#startCatchUp(member, after)
    else if (this.#position !== null) this.#tellPosition(member, this.#position)
    if (!this.#socket && !this.#reconnection) this.#connect()
    return reader
  }

  close(): void {
    for (const { reader } of this.#members) void reader.return?.()
  }

  /** Asks the service for a sign of life on each connection. */
  askForLife(): void {
    this.#socket?.askForLife()
    for (const { catchUp } of this.#members) catchUp?.socket?.askForLife()
  }

  /** A connection that is dead without having been closed is found by this, and made anew. */
  endIfSilent(): void {
    this.#socket?.endIfSilent()
    for (const { catchUp } of this.#members) catchUp?.socket?.endIfSilent()
  }

  /** Hands the service the newest token of all readers', as soon as there is one. */
  renewToken(): void {
    const { accessToken, expires } = this.#freshest() ?? { accessToken: '', expires: 0 }
    if (expires > this.#tokenExpires && this.#socket?.renew(accessToken)) this.#tokenExpires = expires
  }

  #leave(member: Member<Fact, Item>): void {
    member.catchUp?.socket?.close()
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
    if (this.#position === null)
      for (const member of this.#members) if (member.after === 'unnumbered') void this.#tellStanding(member)
    this.#position = fact.position
    if (this.#unnumbered) [this.#unnumbered, this.#formerly] = [undefined, this.#unnumbered]
    this.#formerly?.hear(fact)
    for (const member of this.#members) {
      if (!member.catchUp) member.reader.take(fact)
      else {
        const { socket, waiting } = member.catchUp
        // What is dropped comes by the reader's own socket, which is left only where the rest begins.
        if (socket && waiting.length >= waitingFactsLimit) waiting.length = 0
        waiting.push(fact)
        this.#endCatchUpIfThere(member)
      }
    }
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
    this.#position = null
    for (const member of this.#members) this.#abandonCatchUp(member)
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
    if (member.after === null) member.reader.take(this.#stream.positionFact(position))
    else if (member.after === 'unnumbered') void this.#tellStanding(member)
  }

  /** To one who comes back with an event without a position, though the service has positions now: how things stand. */
  async #tellStanding(member: Member<Fact, Item>): Promise<void> {
    const { standing } = this.#stream
    if (!standing || member.catchUp) return
    const catchUp: CatchUp<Fact> = { socket: undefined, waiting: [] }
    member.catchUp = catchUp
    const facts = await standing.ask(member.credentials, new Map()).catch(() => null)
    if (member.catchUp !== catchUp) return
    member.catchUp = undefined
    // Who is let go comes again, and is told then.
    if (facts) for (const fact of [...facts, ...catchUp.waiting]) member.reader.take(fact)
    else void member.reader.return?.()
  }

  #startCatchUp(member: Member<Fact, Item>, after: bigint, backoff = new Backoff()): void {
    const waiting = member.catchUp?.waiting ?? []
    const again = () => {
      if (this.#members.has(member) && member.catchUp)
        this.#startCatchUp(member, member.reader.position ?? after, backoff)
    }
    const socket = new LiveSocket({
      url: this.#stream.url,
      gate: this.#gate,
      accessToken: member.credentials.accessToken,
      after,
      onOpen: () => backoff.accepted(),
      onMessage: (text) => {
        const fact = this.#stream.factOf(text)
        if (!fact) return this.#stream.toleratesUnreadable
        if (fact.position !== null) member.reader.take(fact)
        this.#endCatchUpIfThere(member)
        return true
      },
      onEnd: () => setTimeout(again, backoff.next()).unref(),
    })
    member.catchUp = { socket, waiting }
  }

  #abandonCatchUp(member: Member<Fact, Item>): void {
    member.catchUp?.socket?.close()
    member.catchUp = undefined
  }

  /** There is no gap once the reader has seen what the shared stream had sent, or where the waiting facts begin. */
  #endCatchUpIfThere(member: Member<Fact, Item>): void {
    const { catchUp, reader } = member
    if (!catchUp || reader.position === null || this.#position === null) return
    const shared = catchUp.waiting[0]?.position ?? this.#position
    if (reader.position < shared) return
    this.#abandonCatchUp(member)
    for (const fact of catchUp.waiting) reader.take(fact)
  }
}

import type { ApiScope } from '../../../schema/rules/scopes.ts'

/** An event of a service's socket. */
export interface LiveFact {
  /** Increases along the stream; null when the service does not number its events. */
  readonly position: bigint | null
}

/**
 * Where a reader starts: after a position; from now on (null); or after an event without a position. No service can
 * replay what followed such an event, so the reader gets a snapshot.
 */
export type LiveStart = bigint | 'unnumbered' | null

/**
 * The customer whose stream is read, and the token to read it with. A renewed token may be stored here while the reader
 * is active: the socket uses the newest one. The caller must end the reader when the token expires.
 */
export interface LiveCredentials {
  readonly accountId: string
  readonly accessToken: string
  /** What the token allows. Null: everything. */
  readonly scopes: ReadonlySet<ApiScope> | null
  /** When the token expires, in ms since 1970. */
  readonly expires: number
}

/** A reader of a stream. It may be slow: the amount of data that waits for it is limited. */
export interface LiveReader<Fact extends LiveFact, Item> extends AsyncIterableIterator<Item> {
  /** The position of the last fact taken. */
  readonly position: bigint | null
  /** Takes facts in order. Ignores a fact whose position it has passed. */
  take(fact: Fact): void
}

/** A kind of stream: its address, its message format and its readers. */
export interface LiveStream<Fact extends LiveFact, Item> {
  /** Its name in the log. */
  readonly name: string
  /** The scope that each reader needs. */
  readonly scope: ApiScope
  /** The address of the socket, with `http:` or `https:`. */
  readonly url: string
  /** Parses a message. Returns null when it cannot be read. */
  factOf(text: string): Fact | null
  /** A fact that holds a position and no change. */
  positionFact(position: bigint | null): Fact
  /**
   * Creates a reader.
   * @param onReturn called once, when the reader stops reading
   */
  read(after: LiveStart, onReturn: () => void): LiveReader<Fact, Item>
  /** True: skip a message that cannot be read. False: reconnect. */
  readonly toleratesUnreadable: boolean
  /** Set if some services do not number the events of this stream. */
  readonly snapshots?: Snapshots<Fact>
}

/** Fetches the current state of jobs with a REST call, because the socket may be unable to replay missed events. */
export interface Snapshots<Fact extends LiveFact> {
  /**
   * Fetches the latest fact of each job.
   * @param known the last known fact of each job
   * @throws UpstreamError
   */
  fetch(credentials: LiveCredentials, known: ReadonlyMap<string, Fact>): Promise<readonly Fact[]>
  /** First and longest pause (ms) between two fetches when the service has no socket. */
  readonly polling?: readonly [first: number, longest: number]
  /** True when readers also get the first snapshot, because it holds only jobs that they wait for. */
  readonly reportsFirst?: boolean
  /** The id of a fact's job; null for a fact that holds only a position. */
  jobOf(fact: Fact): string | null
  /** Compares two facts about one job. */
  isSame(one: Fact, other: Fact): boolean
}

/** The log of feeds. */
export interface FeedLog {
  warn(fields: object, message: string): void
}

/** Something that a service's socket told. */
export interface LiveFact {
  /** Rises along the stream; null when the service does not number what it tells. */
  readonly position: bigint | null
}

/**
 * Where a reader begins: after a position; from now on (null); or after an event without a position, of which nobody can
 * say what came after it, so that the reader is told how things stand.
 */
export type LiveStart = bigint | 'unnumbered' | null

/**
 * Whose stream, on which token. The token may be followed by the next one while the reader reads: it is looked at
 * whenever a connection is made, and while it lasts. Who reads sees to it that the reading ends with the token.
 */
export interface LiveCredentials {
  readonly accountId: string
  readonly accessToken: string
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number
}

/** One who reads a stream, at their own pace and within bounds. */
export interface LiveReader<Fact extends LiveFact, Item> extends AsyncIterableIterator<Item> {
  /** The position of the last fact taken. */
  readonly position: bigint | null
  /** Facts come in order. One at a position that was taken already is no news. */
  take(fact: Fact): void
}

/** One kind of stream: where it is, what its messages say, and how it is read. */
export interface LiveStream<Fact extends LiveFact, Item> {
  /** Names it in the log. */
  readonly name: string
  /** The address of the socket, with `http:` or `https:`. */
  readonly url: string
  /** What a message tells; null when it cannot be read. */
  factOf(text: string): Fact | null
  /** That the stream stands there, and nothing else. */
  positionFact(position: bigint | null): Fact
  /** @param onReturn called once, when nothing more is wanted */
  read(after: LiveStart, onReturn: () => void): LiveReader<Fact, Item>
  /** Whether a message that cannot be read is passed over; else the connection is made anew. */
  readonly toleratesUnreadable: boolean
  /** For services that may not number what they tell: how things stand, by a call. */
  readonly standing?: Standing<Fact>
}

/** What a service is asked instead that does not number its messages, or has no such socket. */
export interface Standing<Fact extends LiveFact> {
  /**
   * The latest of each job.
   * @param told the last fact of each that was told, by job
   * @throws UpstreamError
   */
  ask(credentials: LiveCredentials, told: ReadonlyMap<string, Fact>): Promise<readonly Fact[]>
  /** Whether also the first answer is news: it is asked for what readers wait for, and nothing else. */
  readonly isNewsAtFirst?: boolean
  /** What a fact is about; null when it says nothing but a position. */
  jobOf(fact: Fact): string | null
  /** Whether two facts about one job say the same. */
  isSame(one: Fact, other: Fact): boolean
}

/** What feeds write to the log. */
export interface FeedLog {
  warn(fields: object, message: string): void
}

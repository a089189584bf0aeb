import type { LiveSocket } from './liveSocket.ts'
import type { LiveCredentials, LiveFact, LiveReader, LiveStart } from './liveStream.ts'

/** A reader and on whose behalf it reads. */
export interface Member<Fact extends LiveFact, Item> {
  readonly credentials: LiveCredentials
  readonly reader: LiveReader<Fact, Item>
  /** Where it began; unless from now on, it has seen events before that it came for. */
  readonly after: LiveStart
  catchUp: CatchUp<Fact> | undefined
}

/** A reader's way from its own position to the shared one. */
export interface CatchUp<Fact> {
  /** Undefined for a reader without a position, for whom how things stand is asked. */
  readonly socket: LiveSocket | undefined
  /** Facts of the shared stream that wait until the reader is there. */
  readonly waiting: Fact[]
}

import type { LiveCredentials, LiveFact, LiveReader, LiveStart } from './liveStream.ts'

/** A reader and on whose behalf it reads. */
export interface Member<Fact extends LiveFact, Item> {
  readonly credentials: LiveCredentials
  readonly reader: LiveReader<Fact, Item>
  /** Where it began; unless from now on, it has seen events before that it came for. */
  readonly after: LiveStart
  /** Whether it is to be sent first what came before that which the stream sends now. */
  isBehind: boolean
  /** What comes while it is asked for this reader how things stand; undefined while nothing is. */
  waiting: Fact[] | undefined
}

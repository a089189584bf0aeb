import { badInput } from '../errors/codes.ts'

/** What stands for the place of an event that the service has not numbered. */
const unnumbered = '-'
/** As the services take them: one that they would refuse would be tried again and again. */
const numbered = /^\d{1,15}$/

/** Where a reader resumes: after a position, after an event without a position, or from now on (null). */
export type EventStart = bigint | 'unnumbered' | null

/** The cursors of the events of one stream. */
export class EventCursors {
  readonly #prefix: string

  /** @param stream told apart from others by its name, of small letters */
  constructor(stream: string) {
    this.#prefix = `1:${stream}:`
  }

  /** @param position of the service; null: it has none */
  at(position: bigint | null): string {
    return Buffer.from(`${this.#prefix}${position ?? unnumbered}`).toString('base64url')
  }

  /**
   * Where to begin.
   * @throws BAD_USER_INPUT for a cursor that is not one of this stream
   */
  start(cursor: string | null | undefined): EventStart {
    if (typeof cursor !== 'string') return null
    const text = Buffer.from(cursor, 'base64url').toString('latin1')
    const place = text.startsWith(this.#prefix) ? text.slice(this.#prefix.length) : ''
    const start = place === unnumbered ? 'unnumbered' : numbered.test(place) ? BigInt(place) : null
    if (start === null || Buffer.from(text, 'latin1').toString('base64url') !== cursor)
      throw badInput('"after" is no cursor of these events. Begin without it.')
    return start
  }
}

import { badInput } from '../errors/codes.ts'

/** Replaces the position of an event that the service has not numbered. */
const unnumbered = '-'
/** The positions that services accept. A position that the service refuses would be retried forever. */
const numbered = /^\d{1,15}$/

/** Where a reader resumes: after a position, after an event without a position, or from now on (null). */
export type EventStart = bigint | 'unnumbered' | null

/** The cursors of the events of one stream. */
export class EventCursors {
  readonly #prefix: string

  /** @param stream the stream's name in lower case, so that cursors of other streams are refused */
  constructor(stream: string) {
    this.#prefix = `1:${stream}:`
  }

  /**
   * Encodes the cursor of an event.
   * @param position null for an event without a position
   */
  at(position: bigint | null): string {
    return Buffer.from(`${this.#prefix}${position ?? unnumbered}`).toString('base64url')
  }

  /**
   * Decodes where to start.
   * @throws BAD_USER_INPUT for a cursor of another stream
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

import type { GatewayContext } from '../context.ts'
import { badInput } from '../errors/codes.ts'

/** Where a reader resumes: after a position, after an event without a known position, or from now on (null). */
export type EventStart = bigint | 'unnumbered' | null

/** The part of a context that cursors need. */
export type CursorContext = Pick<GatewayContext, 'viewer' | 'cursorCipher'>

/** The cursors of the events of one stream (docs/decisions/0216). */
export class EventCursors {
  readonly #stream: string
  readonly #prefix: string
  /** Version 1 had readable positions. */
  readonly #form: RegExp

  /** @param stream the stream's name in lower case, so that cursors of other streams are refused */
  constructor(stream: string) {
    this.#stream = stream
    this.#prefix = `2:${stream}:`
    this.#form = new RegExp(`^(1:${stream}:(-|\\d{1,15})|${this.#prefix}([^]{16})?)$`)
  }

  /**
   * Encodes the cursor of an event.
   * @param position null for an event without a position
   */
  at(position: bigint | null, context: CursorContext): string {
    const sealed = position === null ? Buffer.alloc(0) : context.cursorCipher.seal(position, this.#ownerOf(context))
    return Buffer.concat([Buffer.from(this.#prefix), sealed]).toString('base64url')
  }

  /**
   * Decodes where to start. The position is unknown in cursors of earlier versions, and in those that were encrypted
   * with another secret or for another account. Readers with such cursors are told to fetch their data again.
   * @throws BAD_USER_INPUT for a cursor of another stream
   */
  start(cursor: string | null | undefined, context: CursorContext): EventStart {
    if (typeof cursor !== 'string') return null
    const bytes = Buffer.from(cursor, 'base64url')
    const text = bytes.toString('latin1')
    if (!this.#form.test(text) || bytes.toString('base64url') !== cursor)
      throw badInput('"after" is not a cursor of these events. Start without "after".')
    const sealed = text.startsWith('2:') ? bytes.subarray(this.#prefix.length) : Buffer.alloc(0)
    return context.cursorCipher.open(sealed, this.#ownerOf(context)) ?? 'unnumbered'
  }

  #ownerOf({ viewer }: CursorContext): string {
    return `${this.#stream}:${viewer?.accountId}`
  }
}

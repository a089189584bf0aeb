import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidCursor } from '../platform/problems.ts'

export type SortKey = 'created' | 'dateTaken'
export type SortOrder = 'asc' | 'desc'

/** The last entry of a page. */
export interface Position {
  /** When sorted by capture time, photos without a date are a second phase, in the order of adding. */
  readonly phase: 'dated' | 'created'
  /** The timestamp as PostgreSQL prints it. */
  readonly key: string
  readonly id: string
}

const version = 2
const sumCharacters = 11

/** A timestamp as PostgreSQL prints it, with a valid month, hour and offset. */
const timestamp =
  /^(\d{4,5})-(0[1-9]|1[0-2])-(\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?([+-](0\d|1[0-5])(:[0-5]\d){0,2})?$/

const positionSchema = z.strictObject({
  v: z.literal(version),
  phase: z.enum(['dated', 'created']),
  key: z.string().refine(isTimestamp),
  id: z.uuid(),
})

/**
 * An opaque position in a list.
 * @param list identifies the list: its owner, content and order. A cursor is valid only for the list that issued it.
 */
export function encodeCursor(list: readonly unknown[], position: Position): string {
  const text = Buffer.from(JSON.stringify({ v: version, ...position })).toString('base64url')
  return `${text}.${sumOf(list, text)}`
}

/** Throws a 400 problem if the cursor was altered, or belongs to another list. */
export function decodeCursor(list: readonly unknown[], cursor: string): Position {
  const [text = '', sum, ...rest] = cursor.split('.')
  if (rest.length > 0 || sum !== sumOf(list, text)) throw invalidCursor()
  const parsed = positionSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) throw invalidCursor()
  const { phase, key, id } = parsed.data
  return { phase, key, id }
}

/**
 * True if PostgreSQL can parse the text. A query fails on an invalid timestamp, and a made-up cursor must not count as
 * a failure of the service.
 */
function isTimestamp(key: string): boolean {
  const [year = 0, month = 0, day = 0] = (timestamp.exec(key) ?? []).slice(1, 4).map(Number)
  return year > 0 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/**
 * A checksum, not a signature: a cursor only says where to continue in a list that the caller may read. The checksum
 * detects cursors of other lists.
 */
function sumOf(list: readonly unknown[], text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([list, text]))
    .digest('base64url')
    .slice(0, sumCharacters)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalidCursor } from '../platform/problems.ts'

export type SortKey = 'created' | 'dateTaken'
export type SortOrder = 'asc' | 'desc'

/** The last entry that was seen. */
export interface Position {
  /** By capture time, photos without a date are a second phase, ordered by arrival. */
  readonly phase: 'dated' | 'created'
  /** The timestamp as the database writes it. */
  readonly key: string
  readonly id: string
}

const version = 2
const sumCharacters = 11

/** Of the database's, with a month, an hour and an offset that there are. */
const timestamp =
  /^(\d{4,5})-(0[1-9]|1[0-2])-(\d\d) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?([+-](0\d|1[0-5])(:[0-5]\d){0,2})?$/

const positionSchema = z.strictObject({
  v: z.literal(version),
  phase: z.enum(['dated', 'created']),
  key: z.string().refine(isTimestamp),
  id: z.uuid(),
})

/**
 * An opaque place in a list.
 * @param list what makes it the list that it is: whose, of what, in which order. A cursor of one is none of another.
 */
export function encodeCursor(list: readonly unknown[], position: Position): string {
  const text = Buffer.from(JSON.stringify({ v: version, ...position })).toString('base64url')
  return `${text}.${sumOf(list, text)}`
}

/** Throws a 400 problem when the cursor is altered, or of another list. */
export function decodeCursor(list: readonly unknown[], cursor: string): Position {
  const [text = '', sum, ...rest] = cursor.split('.')
  if (rest.length > 0 || sum !== sumOf(list, text)) throw invalidCursor()
  const parsed = positionSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) throw invalidCursor()
  const { phase, key, id } = parsed.data
  return { phase, key, id }
}

/** Whether the database can read it: it fails at what is none, and a cursor that was made up is no failure of the service. */
function isTimestamp(key: string): boolean {
  const [year = 0, month = 0, day = 0] = (timestamp.exec(key) ?? []).slice(1, 4).map(Number)
  return year > 0 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** Not a secret: a cursor only says where to go on in a list that the caller may read. It finds what was mixed up. */
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

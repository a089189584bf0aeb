import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Problem } from '../platform/problems.ts'

export type SortKey = 'created' | 'dateTaken'
export type SortOrder = 'asc' | 'desc'

/** What a list is: a cursor of one is none of another. */
export interface ListKey {
  readonly ownerId: string
  /** A stored month; null for the whole library. */
  readonly month: number | null
  readonly sort: SortKey
  readonly dir: SortOrder
}

/** The last photo that was seen. */
export interface Position {
  /** By capture time, those without a date are a second phase, ordered by arrival. */
  readonly phase: 'dated' | 'created'
  /** The timestamp as the database writes it. */
  readonly key: string
  readonly id: string
}

const version = 1
const sumCharacters = 11

const positionSchema = z.strictObject({
  v: z.literal(version),
  sort: z.enum(['created', 'dateTaken']),
  dir: z.enum(['asc', 'desc']),
  month: z.number().nullable(),
  phase: z.enum(['dated', 'created']),
  key: z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?([+-]\d\d(:\d\d){0,2})?$/),
  id: z.uuid(),
})

/** An opaque place in one account's list. */
export function encodeCursor(list: ListKey, position: Position): string {
  const { sort, dir, month } = list
  const text = Buffer.from(JSON.stringify({ v: version, sort, dir, month, ...position })).toString('base64url')
  return `${text}.${sumOf(list.ownerId, text)}`
}

/** Throws a 400 problem when the cursor is altered, or of another list or account. */
export function decodeCursor(list: ListKey, cursor: string): Position {
  const [text = '', sum, ...rest] = cursor.split('.')
  if (rest.length > 0 || sum !== sumOf(list.ownerId, text)) throw invalidCursor()
  const parsed = positionSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success) throw invalidCursor()
  const { sort, dir, month, phase, key, id } = parsed.data
  if (sort !== list.sort || dir !== list.dir || month !== list.month) throw invalidCursor()
  return { phase, key, id }
}

/** Not a secret: a cursor only says where to go on in the caller's own list. It finds what was altered or mixed up. */
function sumOf(ownerId: string, text: string): string {
  return createHash('sha256').update(`${ownerId}.${text}`).digest('base64url').slice(0, sumCharacters)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function invalidCursor(): Problem {
  return new Problem(400, 'INVALID_CURSOR', 'The cursor is not one of this list.')
}

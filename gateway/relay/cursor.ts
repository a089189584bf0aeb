import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { badInput } from '../errors/codes.ts'

/**
 * The place of an edge. Upstreams give one cursor per page, so a place is the page's cursor and the edge's index in the
 * page. After insertions or deletions before the edge, the edge is found again by the id of its item
 * (docs/decisions/0202).
 */
export interface Place {
  /** The upstream's cursor of the page; null for the first page. */
  readonly page: string | null
  /** Number of items of the page up to this place, including the item at this place; 0 at the start of the page. */
  readonly passed: number
  /** The upstream's id of the item; null at the start of a page. */
  readonly item: string | null
  /** The id of the next item, known only at the end of a connection's page. Finds the place when `item` was deleted. */
  readonly next?: string | undefined
}

const version = 1
/** CRC-32 table. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  return remainder
})
const wireCursor = z.tuple([
  z.literal(version),
  z.string(),
  z.string().nullable(),
  z.number().int().min(0),
  z.string().nullable(),
  z.string().optional(),
])

/**
 * A short hash that identifies a list in one order of one owner, so that a cursor of another list is detected.
 * @param parts what distinguishes the list from others
 */
export function listScope(parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 10)
}

/** Encodes the opaque cursor of a place: versioned, bound to its list, with a checksum against typing errors. */
export function encodeCursor(scope: string, place: Place): string {
  const { page, passed, item, next } = place
  const text = JSON.stringify([version, scope, page, passed, item, ...(next === undefined ? [] : [next])])
  return asciiCursor(text) ?? Buffer.from(checkSum(text) + text).toString('base64url')
}

/**
 * Decodes the place of a cursor in this list.
 * @throws BAD_USER_INPUT when the cursor was altered, or has another version, list, order or owner
 */
export function decodeCursor(scope: string, cursor: string): Place {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.toString('utf8')
  const body = text.slice(8)
  if (bytes.toString('base64url') !== cursor || text.slice(0, 8) !== checkSum(body)) throw badCursor()
  const parsed = wireCursor.safeParse(JSON.parse(body))
  if (!parsed.success || parsed.data[1] !== scope) throw badCursor()
  const [, , page, passed, item, next] = parsed.data
  return { page, passed, item, next }
}

/** The error for a cursor that is not valid for the list. */
export function badCursor() {
  return badInput('"after" is not a cursor of this list in this order. Start without "after".')
}

function checkSum(text: string): string {
  return hexadecimal(crc32(text))
}

function hexadecimal(sum: number): string {
  return sum.toString(16).padStart(8, '0')
}

/**
 * Encodes a cursor in two thirds of the usual time, for pages with hundreds of cursors. The checksum of a short text is
 * computed faster here than in zlib, and `btoa` allocates no buffer. Null when the text is not ASCII.
 */
function asciiCursor(text: string): string | null {
  let [sum, all] = [-1, 0]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    all |= code
    sum = (remainders[(sum ^ code) & 0xff] ?? 0) ^ (sum >>> 8)
  }
  if (all > 0x7f) return null
  const plain = btoa(hexadecimal(~sum >>> 0) + text)
  const cursor = plain.slice(0, Math.ceil(((text.length + 8) * 4) / 3))
  return cursor.includes('+') || cursor.includes('/') ? cursor.replaceAll('+', '-').replaceAll('/', '_') : cursor
}

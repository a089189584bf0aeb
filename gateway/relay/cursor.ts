import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { badInput } from '../errors/codes.ts'

/**
 * Where an edge stands. Upstreams give one cursor per page, so a place is the page's own cursor and the edge's number
 * on that page; the item's id finds it again when items came or went before it (docs/decisions/0202).
 */
export interface Place {
  /** The upstream's cursor of the page; null: the list's start. */
  readonly page: string | null
  /** How many items of that page are passed, this one included; 0: the page's own start. */
  readonly passed: number
  /** The upstream's id of the item at this place; null at a page's own start. */
  readonly item: string | null
}

const version = 1
/** What each byte adds to a CRC-32. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0)
  return remainder
})
const wireCursor = z.tuple([
  z.literal(version),
  z.string(),
  z.string().nullable(),
  z.number().int().min(0).max(500),
  z.string().nullable(),
])

/**
 * A short name for one list in one order of one owner, so that a cursor of another list is known as such.
 * @param parts whatever tells the list from others
 */
export function listScope(parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 10)
}

/** The opaque cursor of a place: versioned, bound to its list, with a check sum against slips of the hand. */
export function encodeCursor(scope: string, place: Place): string {
  const text = JSON.stringify([version, scope, place.page, place.passed, place.item])
  return asciiCursor(text) ?? Buffer.from(checkSum(text) + text).toString('base64url')
}

/**
 * The place that a cursor names in this list.
 * @throws BAD_USER_INPUT when it is altered, of another version, or of another list, order or owner
 */
export function decodeCursor(scope: string, cursor: string): Place {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.toString('utf8')
  const body = text.slice(8)
  if (bytes.toString('base64url') !== cursor || text.slice(0, 8) !== checkSum(body)) throw badCursor()
  const parsed = wireCursor.safeParse(JSON.parse(body))
  if (!parsed.success || parsed.data[1] !== scope) throw badCursor()
  const [, , page, passed, item] = parsed.data
  return { page, passed, item }
}

/** The error for every cursor that does not name a place of the list. */
export function badCursor() {
  return badInput('"after" is no cursor of this list in this order. Begin without it.')
}

function checkSum(text: string): string {
  return hexadecimal(crc32(text))
}

function hexadecimal(sum: number): string {
  return sum.toString(16).padStart(8, '0')
}

/**
 * The same cursor in two thirds of the time, of which a page needs hundreds: a short text is summed up sooner than
 * handed to zlib, and `btoa` makes no buffer. Null when the text is not ASCII.
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

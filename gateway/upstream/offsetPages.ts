import { z } from 'zod'
import { UpstreamError } from '../errors/upstreamError.ts'
import { jsonOf } from './live/jsonOf.ts'

/** A part of a service's list, and the number of items in the whole list. */
interface ListPart<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** A list that a service returns in parts, by offset and limit. */
export interface OffsetList<Item> {
  /** The upstream's name. */
  readonly upstream: string
  /** Maximum number of items that the service sends in one response. */
  readonly maximum: number
  idOf(item: Item): string
  /** @param limit 1 to `maximum` */
  read(offset: number, limit: number): Promise<ListPart<Item>>
}

/** A page; `next` is the cursor of the next page, null on the last. */
export interface OffsetPage<Item> extends ListPart<Item> {
  readonly next: string | null
}

/** The place of a page: its offset, the id of the last item before the page, and the id of its first item. */
const placeSchema = z.tuple([z.number().int().min(1), z.string(), z.string()])
type Place = z.infer<typeof placeSchema>
/** A place, or only an offset: the page starts there, whatever items have been added or removed before it. */
const cursorSchema = z.union([placeSchema, z.tuple([z.number().int().min(1)])])

/** The cursor of the page that starts at an offset; null for the first page. */
export function cursorAt(offset: number): string | null {
  return offset === 0 ? null : JSON.stringify([offset])
}

/**
 * Reads a page of a list that a service returns by offset and limit. Items that are added or removed before the page
 * move the offsets of all later items, so the page is found by the items at its start. If nothing has moved, this
 * usually takes one call.
 * @param cursor null for the first page
 * @throws UpstreamError when a call fails, and for a cursor of another list (`BAD_USER_INPUT`)
 */
export async function pageByOffset<Item>(
  list: OffsetList<Item>,
  cursor: string | null,
  limit: number,
): Promise<OffsetPage<Item>> {
  // Reads one item more than the page has. It is the first item of the next page, if there is one.
  if (cursor === null) return pageOf(list, await readPart(list, 0, limit + 1), 0, limit)
  const start = startIn(list, cursor)
  const [offset] = start
  if (start.length === 1) return pageOf(list, await readPart(list, offset, limit + 1), offset, limit)
  const part = await readPart(list, offset - 1, limit + 2)
  const index = indexOf(list, part.items, start)
  // With a larger index, the end of the page may be missing in this part.
  if (index !== undefined && index <= 1) return pageOf(list, part, offset - 1 + index, limit, index)
  const moved = index === undefined ? await findMoved(list, start) : offset - 1 + index
  // Both items may have been removed. The page then begins one item earlier: rather repeat an item than miss one.
  if (moved === undefined) return pageOf(list, part, offset - 1, limit)
  return pageOf(list, await readPart(list, moved, limit + 1), moved, limit)
}

/** Searches for the start of a page near its old offset. Undefined: its two items were removed, or moved far away. */
async function findMoved<Item>(list: OffsetList<Item>, start: Place): Promise<number | undefined> {
  const from = Math.max(0, start[0] - Math.floor(list.maximum / 2))
  const { items } = await list.read(from, list.maximum)
  const index = indexOf(list, items, start)
  return index === undefined ? undefined : from + index
}

/**
 * The index at which a page begins: after the last item of the previous page, which normally is also the index of the
 * page's old first item. In a list that is sorted by the last change, one of these two items may have moved to the
 * front. The larger index is then the right one, because its item has not moved.
 */
function indexOf<Item>(list: OffsetList<Item>, items: readonly Item[], [, last, first]: Place): number | undefined {
  const before = items.findIndex((item) => list.idOf(item) === last)
  const found = items.findIndex((item) => list.idOf(item) === first)
  return before === -1 && found === -1 ? undefined : Math.max(before + 1, found)
}

/** @param index where the page begins in `part`; `offset` is its place in the list */
function pageOf<Item>(
  list: OffsetList<Item>,
  part: ListPart<Item>,
  offset: number,
  limit: number,
  index = 0,
): OffsetPage<Item> {
  const items = part.items.slice(index, index + limit)
  const [last, following] = [items.at(-1), part.items[index + limit]]
  if (last === undefined || following === undefined) return { items, total: part.total, next: null }
  const next: Place = [offset + items.length, list.idOf(last), list.idOf(following)]
  return { items, total: part.total, next: JSON.stringify(next) }
}

/** Reads a part of any length, in as many calls as it takes. */
async function readPart<Item>(list: OffsetList<Item>, offset: number, length: number): Promise<ListPart<Item>> {
  const items: Item[] = []
  let total: number
  let read: number
  do {
    const wanted = Math.min(list.maximum, length - items.length)
    const part = await list.read(offset + items.length, wanted)
    items.push(...part.items)
    total = part.total
    read = part.items.length
    // A service may send fewer items than it is asked for.
  } while (read > 0 && items.length < length && offset + items.length < total)
  return { items, total }
}

function startIn<Item>({ upstream }: OffsetList<Item>, cursor: string): z.infer<typeof cursorSchema> {
  const parsed = cursorSchema.safeParse(jsonOf(cursor))
  if (parsed.success) return parsed.data
  throw new UpstreamError({ code: 'BAD_USER_INPUT', upstream, detail: 'the cursor belongs to another list' })
}

/** Returns one page of a list that was read completely. */
export function pageOfWhole<Item>(
  list: Pick<OffsetList<Item>, 'upstream' | 'idOf'>,
  items: readonly Item[],
  cursor: string | null,
  limit: number,
): Promise<OffsetPage<Item>> {
  const read = async (offset: number, count: number) => ({
    items: items.slice(offset, offset + count),
    total: items.length,
  })
  return pageByOffset({ ...list, maximum: Math.max(1, items.length), read }, cursor, limit)
}

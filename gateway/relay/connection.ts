import { badInput } from '../errors/codes.ts'
import { UpstreamError } from '../errors/upstreamError.ts'
import { type Place, badCursor, decodeCursor, encodeCursor } from './cursor.ts'

/** Maximum page size. */
export const maximumPage = 500

/** Maximum number of calls for one page, because an upstream with short or empty pages could be called without end. */
const maximumCalls = 4

/** A page of an upstream's list; `next` is the cursor of the next page, null on the last. */
export interface UpstreamPage<Item> {
  readonly next: string | null
  readonly items: readonly Item[]
}

/** An upstream's list that is shown as a connection. */
export interface PagedList<Item> {
  /** Identifies the list, its sort order and its owner; see `listScope`. */
  readonly scope: string
  /** Page size when `first` is not given. */
  readonly defaultFirst: number
  /** The upstream's cursor at which the first page starts, if that is not the beginning of the list. */
  readonly start?: string | null
  idOf(item: Item): string
  /**
   * Fetches a page.
   * @param limit 1 to 500
   */
  fetch(cursor: string | null, limit: number): Promise<UpstreamPage<Item>>
}

/** The arguments of a connection field. */
export interface PageArguments {
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** A page as in Relay's connection specification. Cursors are encoded only when they are selected. */
export interface Connection<Item> {
  readonly edges: readonly Edge<Item>[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string | null
    readonly endCursor: string | null
  }
}

/** An item of a page with its place in the list. */
export class Edge<Item> {
  readonly node: Item
  readonly #scope: string
  readonly #place: Place

  constructor(node: Item, scope: string, place: Place) {
    this.node = node
    this.#scope = scope
    this.#place = place
  }

  get cursor(): string {
    return encodeCursor(this.#scope, this.#place)
  }
}

/**
 * Fetches a page: one upstream call, or a few to resume in the middle of an upstream's page.
 * @throws BAD_USER_INPUT for `first` outside 1 to 500, and for a cursor of another list
 * @throws UpstreamError when a call fails
 */
export async function connectionOf<Item>(list: PagedList<Item>, page: PageArguments): Promise<Connection<Item>> {
  const first = page.first ?? list.defaultFirst
  if (first < 1 || first > maximumPage) throw badInput(`"first" is ${first}; it must be from 1 to ${maximumPage}.`)
  const after = page.after ?? null
  const listStart = list.start ?? null
  const start = after === null ? pageStart(listStart) : decodeCursor(list.scope, after)
  const { edges, hasNextPage } = await collect(list, start, first)
  return { edges, pageInfo: new LazyPageInfo(edges, hasNextPage, after !== null || listStart !== null) }
}

/** A class, because V8 gives each object literal with a getter a new hidden class (docs/decisions/0203). */
class LazyPageInfo<Item> {
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  readonly #edges: readonly Edge<Item>[]

  constructor(edges: readonly Edge<Item>[], hasNextPage: boolean, hasPreviousPage: boolean) {
    this.#edges = edges
    this.hasNextPage = hasNextPage
    this.hasPreviousPage = hasPreviousPage
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null
  }
}

async function collect<Item>(list: PagedList<Item>, start: Place, first: number) {
  const edges: Edge<Item>[] = []
  let from = start
  let hasNextPage = true
  for (let calls = 0; calls < maximumCalls && edges.length < first && hasNextPage; calls += 1) {
    const wanted = first - edges.length
    const { fetched, skipped } = await fetchAfter(list, from, wanted)
    const end = Math.min(skipped + wanted, fetched.items.length)
    const following = fetched.items[end]
    for (const [index, item] of fetched.items.slice(skipped, end).entries()) {
      const passed = skipped + index + 1
      const isPageEnd = passed === fetched.items.length && fetched.next !== null
      const next = following && passed === end ? list.idOf(following) : undefined
      const place = isPageEnd ? pageStart(fetched.next) : { page: from.page, passed, item: list.idOf(item), next }
      edges.push(new Edge(item, list.scope, place))
    }
    hasNextPage = fetched.next !== null || end < fetched.items.length
    from = pageStart(fetched.next)
  }
  return { edges, hasNextPage }
}

function pageStart(page: string | null): Place {
  return { page, passed: 0, item: null }
}

/**
 * Fetches the upstream page that contains a place, and counts the items of the page up to that place. The place is
 * found by the id of its item, or of the next item. If neither item is on the page, because many items were inserted
 * before the place, a page of the maximum size is searched. If both items were deleted, the index decides.
 */
async function fetchAfter<Item>(list: PagedList<Item>, from: Place, wanted: number) {
  const limit = Math.min(maximumPage, from.passed + wanted)
  const fetched = await fetchFrom(list, from, limit)
  if (from.item === null) return { fetched, skipped: 0 }
  const skipped = countBefore(list, fetched, from)
  if (skipped !== undefined) return { fetched, skipped }
  const full = fetched.next === null || limit === maximumPage ? fetched : await fetchFrom(list, from, maximumPage)
  return { fetched: full, skipped: countBefore(list, full, from) ?? Math.max(0, from.passed - 1) }
}

/** The number of items up to a place. The old index is tried first, which also distinguishes items with the same id. */
function countBefore<Item>(list: PagedList<Item>, { items }: UpstreamPage<Item>, place: Place): number | undefined {
  const expected = items[place.passed - 1]
  if (expected !== undefined && list.idOf(expected) === place.item) return place.passed
  const found = items.findIndex((item) => list.idOf(item) === place.item)
  if (found !== -1) return found + 1
  const next = items.findIndex((item) => list.idOf(item) === place.next)
  return next === -1 ? undefined : next
}

async function fetchFrom<Item>(list: PagedList<Item>, from: Place, limit: number): Promise<UpstreamPage<Item>> {
  try {
    return await list.fetch(from.page, limit)
  } catch (error) {
    // Of the input of these calls, only the cursor comes from the client, so the upstream has refused the cursor.
    if (error instanceof UpstreamError && error.code === 'BAD_USER_INPUT' && from.page !== null) throw badCursor()
    throw error
  }
}

import { z } from 'zod'
import { isInProgress, type ListLimits, listLimitsAt } from '../../../schema/rules/orderLists.ts'
import { timeOf } from '../../instants.ts'
import { jsonOf } from '../live/jsonOf.ts'
import type { WireOrder } from './wire.ts'

/** Which orders a list contains. */
export interface OrderFilter {
  /** Null: the orders of both lists. */
  readonly list: 'inProgress' | 'history' | null
  /** A part of the order's code, or of a line's title or product code. Null: all. */
  readonly search: string | null
  /** The year in which the order was placed. Null: all. */
  readonly year: number | null
  /** The current time in ms since 1970. */
  readonly now: number
}

/** A page of orders; `next` is the cursor of the next page, null on the last. */
export interface OrderPage {
  readonly next: string | null
  readonly items: readonly WireOrder[]
}

/** Fetches orders by their index in the whole list, newest first. */
type FetchOrders = (offset: number) => Promise<readonly WireOrder[]>

/** Orders per call: the limit of the specification. */
export const ordersPerCall = 100
/** How many calls one page may take. `connectionOf` fetches up to four pages, so a search reaches 10,000 orders. */
const maximumCalls = 25
/** An index, a time as the service wrote it, and a code. Services accept offsets of at most seven digits. */
const cursorSchema = z.tuple([z.number().int().min(0).max(9_999_999), z.string(), z.string()])
/** Years begin and end where the factory is, as in our own service. */
const yearOf = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Amsterdam', year: 'numeric' })

/**
 * Reads the pages of a list from a service that knows only offsets. The gateway filters the orders itself. A cursor has
 * the index of an order, its time and its code, so that the place is found again after other orders were added or
 * removed.
 */
export class OrderWalk {
  readonly #fetch: FetchOrders
  readonly #filter: OrderFilter
  readonly #limits: ListLimits

  constructor(fetch: FetchOrders, filter: OrderFilter) {
    this.#fetch = fetch
    this.#filter = filter
    this.#limits = listLimitsAt(filter.now)
  }

  /**
   * Fetches a page.
   * @param skip how many orders of the list to leave out first
   * @returns undefined when the cursor was not made by this class
   */
  async page(cursor: string | null, skip: number, limit: number): Promise<OrderPage | undefined> {
    const place = cursor === null ? null : placeOf(cursor)
    if (place === undefined) return undefined
    const start = place ? await this.#find(place) : { offset: 0, from: 0, orders: await this.#fetch(0) }
    return 'next' in start ? start : this.#collect(start, skip, limit)
  }

  /** Finds a place again. @returns an empty page, with a cursor closer to the place, when this takes too many calls */
  async #find(place: Place): Promise<Part | OrderPage> {
    let offset = Math.max(0, place.index - ordersPerCall / 2)
    let isPassed = false
    for (let calls = 0; calls < maximumCalls; calls += 1) {
      const orders = await this.#fetch(offset)
      const same = orders.findIndex(({ orderCode }) => orderCode === place.code)
      const older = orders.findIndex(({ placedAt }) => timeOf(placedAt) < timeOf(place.placedAt))
      if (same !== -1) return { offset, orders, from: same + 1 }
      if ((older === 0 || orders.length === 0) && offset > 0 && !isPassed) {
        // Orders were removed, so orders that follow the place may now have smaller indexes.
        offset = Math.max(0, offset - ordersPerCall)
      } else if (older !== -1 || orders.length < ordersPerCall) {
        return { offset, orders, from: older === -1 ? orders.length : older }
      } else {
        isPassed = true
        offset += ordersPerCall
      }
    }
    return { items: [], next: cursorOf({ placedAt: place.placedAt, orderCode: place.code }, offset) }
  }

  async #collect(start: Part, skip: number, limit: number): Promise<OrderPage> {
    const items: WireOrder[] = []
    let part = start
    let left = skip
    for (let calls = 1; ; calls += 1) {
      const isEnd = part.orders.length < ordersPerCall
      for (const [index, order] of part.orders.entries()) {
        if (index < part.from || !this.#has(order)) continue
        if (left > 0) left -= 1
        else items.push(order)
        const isLast = isEnd && index === part.orders.length - 1
        if (items.length === limit) return { items, next: isLast ? null : cursorOf(order, part.offset + index) }
      }
      const last = part.orders.at(-1)
      if (isEnd || !last) return { items, next: null }
      const next = part.offset + part.orders.length
      // Continue until all orders to skip are read, however many calls this takes: a cursor cannot hold their number.
      if (calls >= maximumCalls && left === 0) return { items, next: cursorOf(last, next - 1) }
      part = { offset: next, orders: await this.#fetch(next), from: 0 }
    }
  }

  #has(order: WireOrder): boolean {
    const { list, search, year } = this.#filter
    const placedAt = timeOf(order.placedAt)
    if (list !== null && (list === 'inProgress') !== this.#isInProgress(order, placedAt)) return false
    // An order without a readable time is in no year.
    if (year !== null && (Number.isNaN(placedAt) || yearOf.format(placedAt) !== String(year))) return false
    return search === null || textsOf(order).some((text) => text.toLowerCase().includes(search.toLowerCase()))
  }

  #isInProgress({ status, paymentChangedAt }: WireOrder, placedAt: number): boolean {
    const changedAt = paymentChangedAt ? timeOf(paymentChangedAt) : null
    return isInProgress({ placedAt, isDispatched: status === 'Dispatched', paymentChangedAt: changedAt }, this.#limits)
  }
}

/** Consecutive orders from `offset` of the whole list. Orders before the index `from` are not part of the page. */
interface Part {
  readonly offset: number
  readonly orders: readonly WireOrder[]
  readonly from: number
}

/** The place of an order: its index in the whole list when it was read, its time and its code. */
interface Place {
  readonly index: number
  readonly placedAt: string
  readonly code: string
}

function textsOf({ orderCode, products }: WireOrder): string[] {
  return [orderCode, ...products.flatMap(({ title, productCode }) => [title, productCode])]
}

function cursorOf({ placedAt, orderCode }: Pick<WireOrder, 'placedAt' | 'orderCode'>, index: number): string {
  return JSON.stringify([index, placedAt, orderCode])
}

function placeOf(cursor: string): Place | undefined {
  const parsed = cursorSchema.safeParse(jsonOf(cursor))
  if (!parsed.success || Number.isNaN(timeOf(parsed.data[1]))) return undefined
  const [index, placedAt, code] = parsed.data
  return { index, placedAt, code }
}

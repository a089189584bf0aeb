import type { CleanAddress } from '../../../schema/rules/postalAddress.ts'
import { UpstreamError } from '../../errors/upstreamError.ts'
import { eachApart } from '../batch.ts'
import type { CallScope } from '../call.ts'
import { nullIfNotFound } from '../notFound.ts'
import type { OfferedCall, Offers } from '../offers.ts'
import { path } from '../path.ts'
import type { Upstream } from '../upstream.ts'
import { type OrderFilter, type OrderPage, OrderWalk, ordersPerCall } from './orderWalk.ts'
import {
  type WireOrder,
  type WireOrderLine,
  type WireReorderStatus,
  wireChanged,
  wireDeliveryDates,
  wireFoundOrders,
  wireOrder,
  wireOrderLine,
  wireOrderPage,
  wireReorder,
  wireReorderStatus,
} from './wire.ts'

/** The call that lists orders by cursor, search, year and state. Only our own service offers this call. */
const filteredList: OfferedCall = ['get', '/v2/superorders/me', 'After']
/** Finds several orders by their codes. Only our own service offers this call. */
const lookup: OfferedCall = ['post', '/v1/superorders/lookup']
/** Maximum length of a code in a lookup. No order has such a long code. */
const longestCode = 1_024
/** Leaves out orders that were not paid in time, as the specification does. */
const notExpired = 'notExpired'

/** A page of a list of orders. */
export interface OrderPageRequest {
  /** The cursor of the previous page; null for the first page. */
  readonly cursor: string | null
  /** How many orders the first page leaves out. */
  readonly skip: number
  /** 1 to 500. */
  readonly limit: number
}

/** Why a delivery address was not changed. `conflict`: the state of the order does not allow it. */
export type AddressRefusal = 'notFound' | 'invalid' | 'conflict' | 'changedMeanwhile'

/** The orders API, on behalf of one customer. Every method throws UpstreamError. */
export class OrdersClient {
  readonly #upstream: Upstream
  readonly #scope: CallScope
  readonly #offers: Offers

  constructor(upstream: Upstream, scope: CallScope, offers: Offers) {
    this.#upstream = upstream
    this.#scope = scope
    this.#offers = offers
  }

  /** Lists the customer's orders, newest first. A page of up to 100 orders takes one call. */
  async list(filter: OrderFilter, { cursor, skip, limit }: OrderPageRequest): Promise<OrderPage> {
    if (await this.#offers.has(filteredList)) return this.#listFiltered(filter, { cursor, skip, limit })
    const walk = new OrderWalk((offset) => this.#listAll(offset), filter)
    const page = await walk.page(cursor, cursor === null ? skip : 0, limit)
    if (page) return page
    throw new UpstreamError({
      code: 'BAD_USER_INPUT',
      upstream: 'orders',
      detail: 'the cursor belongs to another list',
    })
  }

  /** Counts the orders of a list; null when the service cannot count them. */
  async count(filter: OrderFilter): Promise<number | null> {
    if (!(await this.#offers.has(filteredList))) return null
    const query = { Offset: 0, Limit: 1, OrderState: notExpired, ...parametersOf(filter) }
    const call = { path: path`/v2/superorders/me`, query, answer: wireOrderPage }
    return (await this.#upstream.call(call, this.#scope)).total ?? null
  }

  /** Lists the newest orders, at most 100, with one call. */
  async listNewest(): Promise<readonly WireOrder[]> {
    return this.#listAll(0)
  }

  /** Finds an order of the customer; null if the customer has no such order. */
  find(code: string): Promise<WireOrder | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/v1/superorders/${code}`, answer: wireOrder }, this.#scope))
  }

  /**
   * Finds orders by their codes, at most 100. The case of a code does not matter. Makes a call for each code if the
   * service cannot find several orders at once.
   * @returns one entry per code, in the same order; null for an unknown order, and an error for an order whose own call
   *   failed
   */
  async findSeveral(codes: readonly string[]): Promise<readonly (WireOrder | UpstreamError | null)[]> {
    // One code that is too long would make the whole request invalid.
    const body = { orderCodes: codes.filter((code) => code.length <= longestCode) }
    const at = path`/v1/superorders/lookup`
    const call = { method: 'POST', path: at, body, answer: wireFoundOrders, isRead: true } as const
    const found = await this.#offers.ask(lookup, () => this.#upstream.call(call, this.#scope))
    if (!found) return eachApart(codes, (code) => this.find(code))
    const orders = new Map(found.items.map((order) => [order.orderCode.toUpperCase(), order]))
    return codes.map((code) => orders.get(code.toUpperCase()) ?? null)
  }

  /** Finds a line by its own code; null if the customer has no such line. */
  findLine(code: string): Promise<WireOrderLine | null> {
    return nullIfNotFound(this.#upstream.call({ path: path`/v1/Orders/${code}`, answer: wireOrderLine }, this.#scope))
  }

  /** Finds the delivery dates of an order; null if it has none. */
  findDeliveryDates(code: string) {
    return nullIfNotFound(
      this.#upstream.call({ path: path`/OrderDeliveryDates/${code}`, answer: wireDeliveryDates }, this.#scope),
    )
  }

  /** Reads whether an order can be ordered again; null if the customer has no such order. */
  findReorderStatus(code: string): Promise<WireReorderStatus | null> {
    return nullIfNotFound(
      this.#upstream.call({ path: path`/reorder/status/${code}`, answer: wireReorderStatus }, this.#scope),
    )
  }

  /**
   * Changes the delivery address of an order.
   * @param version the version that the customer saw; null: change any version
   * @returns null on success, otherwise the reason
   */
  async changeAddress(code: string, version: string | null, address: CleanAddress): Promise<AddressRefusal | null> {
    const call = {
      method: 'PUT',
      path: path`/v1/superorders/${code}/deliveryAddress`,
      headers: version === null ? {} : { 'if-match': `"${version}"` },
      // If the order has this address already, the service changes nothing and responds 200, even for an older version.
      isRepeatable: true,
      body: address,
      answer: wireChanged,
    } as const
    try {
      await this.#upstream.call(call, this.#scope)
      return null
    } catch (error) {
      const refusal = error instanceof UpstreamError ? refusalOf(error) : undefined
      if (refusal === undefined) throw error
      return refusal
    }
  }

  /**
   * Orders an order again. Repeated calls have the same answer.
   * @param lines the numbers of the lines to order; null: all
   * @returns the URL of the shop; null if the order cannot be ordered again, or is not the customer's
   */
  async reorder(code: string, lines: readonly number[] | null): Promise<string | null> {
    const call = {
      method: 'POST',
      path: path`/reorder/direct`,
      isRepeatable: true,
      body: { OrderCode: code, ...(lines !== null && { Lines: lines }) },
      answer: wireReorder,
    } as const
    try {
      return (await this.#upstream.call(call, this.#scope)).ShopUrl
    } catch (error) {
      if (error instanceof UpstreamError && (error.code === 'NOT_FOUND' || error.code === 'CONFLICT')) return null
      throw error
    }
  }

  /** The service sends at most 100 orders per call. */
  async #listFiltered(filter: OrderFilter, { cursor, skip, limit }: OrderPageRequest): Promise<OrderPage> {
    const items: WireOrder[] = []
    let next = cursor
    do {
      const query = {
        // Only the first page skips orders: a cursor points behind the skipped orders.
        Offset: next === null ? skip : 0,
        Limit: Math.min(ordersPerCall, limit - items.length),
        OrderState: notExpired,
        After: next,
        Count: false,
        ...parametersOf(filter),
      }
      const call = { path: path`/v2/superorders/me`, query, answer: wireOrderPage }
      const page = await this.#upstream.call(call, this.#scope)
      items.push(...page.items)
      next = page.next ?? null
    } while (next !== null && items.length < limit)
    return { items, next }
  }

  async #listAll(offset: number): Promise<readonly WireOrder[]> {
    const query = { Offset: offset, Limit: ordersPerCall, OrderState: notExpired }
    const call = { path: path`/v2/superorders/me`, query, answer: wireOrderPage }
    return (await this.#upstream.call(call, this.#scope)).items
  }
}

function parametersOf({ list, search, year }: OrderFilter) {
  return { List: list, Search: search, Year: year }
}

function refusalOf({ code, status }: UpstreamError): AddressRefusal | undefined {
  if (code === 'NOT_FOUND') return 'notFound'
  if (code === 'BAD_USER_INPUT') return 'invalid'
  if (code !== 'CONFLICT') return undefined
  return status === 412 ? 'changedMeanwhile' : 'conflict'
}

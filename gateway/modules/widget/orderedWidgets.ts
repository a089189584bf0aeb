import type { GatewayContext } from '../../context.ts'
import type { WidgetModel } from './models.ts'

/** How many of the newest orders are searched for books if the service does not list books. */
const searchedOrders = 500
/** Maximum number of orders that one call lists, and of order codes that the widgets service accepts in one call. */
const ordersPerCall = 100

/** The books of the newest orders, for a service that finds books only by the codes of orders. */
export async function findOrderedWidgets({ orders, widgets, now }: GatewayContext): Promise<readonly WidgetModel[]> {
  const filter = { list: null, search: null, year: null, now: now() }
  const found: WidgetModel[] = []
  let [cursor, read]: [string | null, number] = [null, 0]
  do {
    const { items, next } = await orders.list(filter, { cursor, skip: 0, limit: ordersPerCall })
    const codes = items.map(({ orderCode }) => orderCode)
    const ofOrder = Map.groupBy(await widgets.findOfOrders(codes), ({ orderCode }) => orderCode)
    found.push(...codes.flatMap((code) => ofOrder.get(code) ?? []).filter(({ state }) => state !== 'deleted'))
    cursor = next
    read += items.length
  } while (cursor !== null && read < searchedOrders)
  return found
}

import { badInput, codedError } from '../../errors/codes.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { OrderFilter } from '../../upstream/orders/orderWalk.ts'
import type { ViewerOrdersArgs, ViewerResolvers } from '../../__generated__/resolvers.ts'
import type { OrderModel } from './models.ts'
import { orderNotFound } from '../shared/orderRefusals.ts'

const defaultFirst = 20
const longestSearch = 100
const [firstYear, lastYear] = [1_000, 2_999]
const maximumSkip = 1_000_000
const lists = { IN_PROGRESS: 'inProgress', HISTORY: 'history' } as const

/** Resolves the order fields of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'orders' | 'order'> = {
  orders: async ({ accountId }, { skip, ...args }, { orders, now }) => {
    if (skip < 0 || skip > maximumSkip) throw badInput(`"skip" is ${skip}; it must be from 0 to ${maximumSkip}.`)
    const filter = filterOf(args, now())
    const { list: listed, search, year } = filter
    const list: PagedList<OrderModel> = {
      scope: listScope(['orders', accountId, listed ?? '', search ?? '', year ?? '', skip]),
      defaultFirst,
      idOf: ({ orderCode }) => orderCode,
      async fetch(cursor, limit) {
        const { items, next } = await orders.list(filter, { cursor, skip, limit })
        return { items: items.map((order) => ({ ...order, isListed: true })), next }
      },
    }
    const { edges, pageInfo } = await connectionOf(list, args)
    return { edges, pageInfo, filter }
  },
  order: async (_viewer, { code }, { orders }) => {
    const found = await orders.find(code)
    if (!found) throw codedError('NOT_FOUND', orderNotFound.message)
    return found
  },
}

/** @throws BAD_USER_INPUT for a search text that is too long, and for a year without four digits */
function filterOf(
  { list, search, year }: Pick<ViewerOrdersArgs, 'list' | 'search' | 'year'>,
  now: number,
): OrderFilter {
  const text = search?.trim() || null
  if (text !== null && text.length > longestSearch)
    throw badInput(`"search" has ${text.length} characters; it may have ${longestSearch} at most.`)
  if (typeof year === 'number' && (year < firstYear || year > lastYear))
    throw badInput(`"year" is ${year}; it must be from ${firstYear} to ${lastYear}.`)
  return { list: list ? lists[list] : null, search: text, year: year ?? null, now }
}

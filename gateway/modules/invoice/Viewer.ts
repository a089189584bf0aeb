import { badInput } from '../../errors/codes.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { ViewerResolvers } from '../../__generated__/resolvers.ts'
import type { InvoiceModel } from './models.ts'

const defaultFirst = 20
const maximumSkip = 1_000_000

/** Resolves the invoices of `Viewer`. */
export const Viewer: Pick<ViewerResolvers, 'invoices'> = {
  invoices: async ({ accountId, isBusiness }, { skip, ...page }, { invoices }) => {
    if (skip < 0 || skip > maximumSkip) throw badInput(`"skip" is ${skip}; it must be from 0 to ${maximumSkip}.`)
    if (!isBusiness) return null
    let totalCount = 0
    const list: PagedList<InvoiceModel> = {
      scope: listScope(['invoices', accountId, skip]),
      defaultFirst,
      start: invoices.cursorAfter(skip),
      idOf: ({ id }) => id,
      async fetch(cursor, limit) {
        const fetched = await invoices.list(cursor, limit)
        totalCount = fetched.total
        return fetched
      },
    }
    return { ...(await connectionOf(list, page)), totalCount }
  },
}

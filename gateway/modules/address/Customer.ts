import { unauthenticated } from '../../errors/codes.ts'
import { type PagedList, connectionOf } from '../../relay/connection.ts'
import { listScope } from '../../relay/cursor.ts'
import type { CustomerResolvers } from '../../__generated__/resolvers.ts'
import type { AddressModel } from './models.ts'

const defaultFirst = 50
const idOf = ({ id }: AddressModel) => id

/** Resolves the address book of `Customer`. */
export const Customer: Pick<CustomerResolvers, 'addresses'> = {
  addresses: async (_customer, page, { viewer, loaders, customers }) => {
    if (!viewer) throw unauthenticated()
    const readBook = async () => (await loaders.addresses()) ?? { items: [], limit: null }
    const list: PagedList<AddressModel> = {
      scope: listScope(['addresses', viewer.accountId]),
      defaultFirst,
      idOf,
      fetch: async (cursor, count) => customers.pageOfAddresses((await readBook()).items, cursor, count),
    }
    // Rejects a malformed cursor before the service is asked.
    const connection = await connectionOf(list, page)
    const { items, limit } = await readBook()
    return { ...connection, totalCount: items.length, limit: limit ?? null }
  },
}

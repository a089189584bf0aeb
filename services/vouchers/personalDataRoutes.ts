import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { listOfAccount, pageOfRows } from '../platform/personalData.ts'
import { listOwnOffers } from './offers.ts'
import { offerSchema, toWireOffer } from './routes.ts'
import type { VouchersTables } from './tables.ts'

const vouchers = listOfAccount(
  'Lists the vouchers that an account has ever reserved, and its personal ones',
  offerSchema,
  z.string().regex(/^[A-Z0-9_-]{3,40}$/),
)

/** Registers the route from which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<VouchersTables>): void {
  app.get('/accounts/:accountId/personal-data/vouchers', vouchers, async ({ params, query: { after = '', limit } }) => {
    const rows = await listOwnOffers(database, params.accountId, { after, limit: limit + 1 })
    const { items, next } = pageOfRows(rows, limit, ({ code }) => code)
    return { items: items.map((offer) => toWireOffer(offer, undefined)), next }
  })
}

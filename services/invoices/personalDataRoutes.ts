import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { listOfAccount, pageOfRows } from '../platform/personalData.ts'
import type { Platform } from '../platform/platform.ts'
import type { InvoicesTables } from './tables.ts'
import { invoiceSchema, toWireInvoice } from './wireInvoice.ts'

const invoices = listOfAccount(
  'Lists the invoices and credit notes of an account, which may have been a business before',
  invoiceSchema,
  z.uuid().toLowerCase(),
)

/** Registers the call with which the customers service reads what this service has about an account. */
export function registerPersonalData(
  app: ServiceApp,
  platform: Pick<Platform, 'brands'>,
  database: Kysely<InvoicesTables>,
): void {
  app.get('/accounts/:accountId/personal-data/invoices', invoices, async ({ params, query: { after, limit } }) => {
    const all = database.selectFrom('invoices').selectAll().where('account_id', '=', params.accountId)
    const following = after === undefined ? all : all.where('id', '>', after)
    const rows = await following
      .orderBy('id')
      .limit(limit + 1)
      .execute()
    const { items, next } = pageOfRows(rows, limit, ({ id }) => id)
    return { items: items.map((invoice) => toWireInvoice(platform, invoice)), next }
  })
}

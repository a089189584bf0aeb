import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import { listOfAccount, pageOfRows } from '../platform/personalData.ts'
import type { ProductsTables } from './tables.ts'

const item = z.object({ productCode: z.string(), uploaded: z.iso.datetime() })
const pdfs = listOfAccount('Lists the PDFs of an account', item, z.string().regex(/^[\w-]{1,100}$/))

/** Registers the route from which the customers service reads what this service stores about an account. */
export function registerPersonalData(app: ServiceApp, database: Kysely<ProductsTables>): void {
  app.get('/accounts/:accountId/personal-data/pdfs', pdfs, async ({ params, query: { after = '', limit } }) => {
    const rows = await database
      .selectFrom('pdfs')
      .select(['code', 'uploaded_at'])
      .where('account_id', '=', params.accountId)
      .where('code', '>', after)
      .orderBy('code')
      .limit(limit + 1)
      .execute()
    const { items, next } = pageOfRows(rows, limit, ({ code }) => code)
    return { items: items.map((row) => ({ productCode: row.code, uploaded: row.uploaded_at.toISOString() })), next }
  })
}

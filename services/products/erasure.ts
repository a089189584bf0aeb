import type { Kysely } from 'kysely'
import { deleteRowsOf, type Erasure } from '../platform/erasure.ts'
import type { Platform } from '../platform/platform.ts'
import { pdfFolder } from './pdfs.ts'
import type { ProductsTables } from './tables.ts'

/** Erases the PDFs of the products that an account has ordered. */
export function productsErasure({ blobs }: Platform, database: Kysely<ProductsTables>): Erasure<ProductsTables> {
  return {
    service: 'products',
    database,
    async erase(accountId, signal) {
      await deleteRowsOf(database, { table: 'products.pdfs', column: 'account_id' }, accountId, signal)
      await blobs.deleteFolder(pdfFolder(accountId))
    },
  }
}

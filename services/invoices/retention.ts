import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { KeptRecords } from '../platform/erasure.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import { fileKeys } from './fileNames.ts'
import type { InvoicesTables } from './tables.ts'

/**
 * How many years a seller must keep its invoices, by its country. The years count from the end of the year in which the
 * invoice was issued. Sources: NL Algemene wet inzake rijksbelastingen 52; BE Btw-wetboek 60; DE Abgabenordnung 147
 * (3); FR Code de commerce L123-22; ES Código de Comercio 30; IT Codice civile 2220; SE Bokföringslagen 7:2; DK
 * Bogføringsloven 12; NO Bokføringsloven 13; GB VAT Notice 700/21.
 */
const yearsByCountry: Readonly<Record<string, number>> = {
  NL: 7,
  BE: 10,
  DE: 8,
  FR: 10,
  ES: 6,
  IT: 10,
  SE: 7,
  DK: 5,
  NO: 5,
  GB: 6,
}
/** For a country that is not listed: the longest of all. */
const longestYears = 10

const payload = z.object({})
const invoicesPerBatch = 200

/** How many years the seller of a brand keeps its invoices. */
function yearsOf({ brands }: Pick<Platform, 'brands'>, brand: string): number {
  return yearsByCountry[brands.named(brand).seller.country] ?? longestYears
}

/**
 * The last day on which an invoice is kept.
 * @param issuedOn such as `2026-11-26`
 */
function lastDayOf(
  platform: Pick<Platform, 'brands'>,
  { brand, issuedOn }: { readonly brand: string; readonly issuedOn: string },
): string {
  return `${Number(issuedOn.slice(0, 4)) + yearsOf(platform, brand)}-12-31`
}

/** The invoices and credit notes that stay when an account is erased. Null if the account has none. */
export async function keptInvoices(
  platform: Pick<Platform, 'brands'>,
  database: Kysely<InvoicesTables>,
  accountId: string,
): Promise<KeptRecords | null> {
  const newest = await database
    .selectFrom('invoices')
    .select(['brand', sql<string>`max(issued_on)::text`.as('issuedOn'), sql<number>`count(*)::integer`.as('count')])
    .where('account_id', '=', accountId)
    .groupBy('brand')
    .execute()
  const until = newest
    .map((row) => lastDayOf(platform, row))
    .toSorted()
    .at(-1)
  if (until === undefined) return null
  return { count: newest.reduce((sum, { count }) => sum + count, 0), until }
}

/** Once a day, deletes the invoices that the law no longer requires, with their files. */
export function retentionQueue(
  platform: Platform,
  database: Kysely<InvoicesTables>,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'invoices.retention',
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 1_800,
    cron: '41 2 * * *',
    run: async (_payload, signal) => deleteOverdue(platform, database, new Date(), signal),
  }
}

/** Deletes the invoices whose last day is before a moment. Deletes the files first, because the rows name the files. */
async function deleteOverdue(
  platform: Pick<Platform, 'blobs' | 'brands'>,
  database: Kysely<InvoicesTables>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  // The table `series` also has the brands that the retailer has removed.
  for (const { brand } of await database.selectFrom('series').select('brand').execute()) {
    const firstKept = `${now.getUTCFullYear() - yearsOf(platform, brand)}-01-01`
    for (;;) {
      signal.throwIfAborted()
      const overdue = await database
        .selectFrom('invoices')
        .selectAll()
        .where('brand', '=', brand)
        .where('issued_on', '<', firstKept)
        .limit(invoicesPerBatch)
        .execute()
      if (overdue.length === 0) break
      await platform.blobs.delete(overdue.flatMap((invoice) => Object.values(fileKeys(invoice))))
      const ids = overdue.map(({ id }) => id)
      await database.deleteFrom('invoices').where('id', 'in', ids).execute()
    }
  }
}

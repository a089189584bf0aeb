import { type Kysely, type Selectable, sql } from 'kysely'
import { inSnapshot } from '../platform/snapshot.ts'
import type { InvoicesTable, InvoicesTables } from './tables.ts'

export type Invoice = Selectable<InvoicesTable>

/** A page of an account's documents, newest first, and how many there are. */
export async function listInvoices(
  database: Kysely<InvoicesTables>,
  accountId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly invoices: readonly Invoice[]; readonly total: number }> {
  return inSnapshot(database, async (snapshot) => {
    const ofAccount = snapshot.selectFrom('invoices').where('account_id', '=', accountId)
    const invoices = await ofAccount
      .selectAll()
      .orderBy('issued_on', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    const { total } = await ofAccount.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    return { invoices, total }
  })
}

/** @returns undefined if there is no such document, or it belongs to another account */
export async function findInvoice(
  database: Kysely<InvoicesTables>,
  accountId: string,
  id: string,
): Promise<Invoice | undefined> {
  return database
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The documents of the account with these ids, in no particular order. */
export async function findInvoices(
  database: Kysely<InvoicesTables>,
  accountId: string,
  ids: readonly string[],
): Promise<readonly Invoice[]> {
  return database
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** The documents of the account for these orders, oldest first: an invoice precedes its credit note. */
export async function findInvoicesOfOrders(
  database: Kysely<InvoicesTables>,
  accountId: string,
  orderCodes: readonly string[],
): Promise<readonly Invoice[]> {
  return database
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_code', '=', sql<string>`any(${[...orderCodes]}::text[])`)
    .orderBy('id')
    .execute()
}

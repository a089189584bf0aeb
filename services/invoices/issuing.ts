import type { Selectable, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Brand } from '../platform/brands/brand.ts'
import { type Day, todayAt } from '../platform/calendar/workingDays.ts'
import { localeFor, locales } from '../platform/locales.ts'
import type { Platform } from '../platform/platform.ts'
import type { Contact } from './contact.ts'
import { contentOf, type InvoiceContent } from './content.ts'
import { filesQueueName } from './files.ts'
import { type PaidOrder, sumOf } from './paidOrder.ts'
import { sellingBrand } from './sellers.ts'
import type { InvoicesTable, InvoicesTables } from './tables.ts'

interface OfOrder {
  readonly account_id: string
  readonly order_code: string
}

/** The columns of a new document, except the keys of its order and the columns that `insertDocument` adds. */
type NewDocument = Pick<Selectable<InvoicesTable>, 'kind' | 'locale' | 'currency' | 'net' | 'tax' | 'total' | 'content'>

/** The invoice of an order. */
export function newInvoice({ seller }: Pick<Brand, 'seller'>, order: PaidOrder, contact: Contact): NewDocument {
  const { net, tax, gross: total } = sumOf(order.vat)
  return {
    kind: 'invoice',
    locale: localeFor([contact.locale ?? ''], locales) ?? locales[0],
    currency: order.currency,
    net,
    tax,
    total,
    content: contentOf(order, seller, contact.name),
  }
}

/** Issues the invoice of an order, unless it exists. The transaction has locked the order. */
export async function issueInvoice(
  platform: Platform,
  change: Transaction<InvoicesTables>,
  { order, contact, ...ofOrder }: OfOrder & { readonly order: PaidOrder; readonly contact: Contact },
): Promise<void> {
  if (await findDocument(change, ofOrder, 'invoice')) return
  const brand = sellingBrand(platform.brands, order.shopUrl)
  const document = { ...ofOrder, ...newInvoice(brand, order, contact) }
  await insertDocument(platform, change, { brand, day: dayOf(order.paid), document })
}

/**
 * Issues the credit note that cancels the invoice of an order, unless it exists. The credit note has the same amounts
 * as the invoice.
 */
export async function issueCreditNote(
  platform: Platform,
  change: Transaction<InvoicesTables>,
  { cancelledAt, ...ofOrder }: OfOrder & { readonly cancelledAt: Date },
): Promise<void> {
  if (await findDocument(change, ofOrder, 'creditNote')) return
  const invoice = await findDocument(change, ofOrder, 'invoice')
  if (!invoice) throw new Error('An order without an invoice cannot get a credit note.')
  const brand = platform.brands.named(invoice.brand)
  const { locale, currency, net, tax, total } = invoice
  const credits = { number: invoice.number, issuedOn: invoice.issued_on }
  const content: InvoiceContent = { ...invoice.content, credits }
  const document = { ...ofOrder, kind: 'creditNote', locale, currency, net, tax, total, content } as const
  await insertDocument(platform, change, { brand, day: dayOf(cancelledAt.toISOString()), document })
}

async function findDocument(change: Transaction<InvoicesTables>, ofOrder: OfOrder, kind: InvoicesTable['kind']) {
  return change
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', ofOrder.account_id)
    .where('order_code', '=', ofOrder.order_code)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/**
 * The day of an instant; today if the instant is in the future, because otherwise all later documents would get this
 * future day or a later one.
 */
function dayOf(instant: string | null): Day {
  const today = todayAt(new Date())
  const day = instant === null ? today : todayAt(new Date(instant))
  return day < today ? day : today
}

/** Gives the document a number, stores it, and queues the job that makes its files. */
async function insertDocument(
  { jobs }: Platform,
  change: Transaction<InvoicesTables>,
  {
    brand: { key: brand, invoicePrefix },
    day,
    document,
  }: { readonly brand: Brand; readonly day: Day; readonly document: OfOrder & NewDocument },
): Promise<void> {
  const { year, sequence, issuedOn } = await nextNumber(change, brand, day)
  const id = uuidv7()
  await change
    .insertInto('invoices')
    .values({
      ...document,
      id,
      content: JSON.stringify(document.content),
      brand,
      year,
      sequence,
      number: `${invoicePrefix}${year}-${String(sequence).padStart(6, '0')}`,
      issued_on: issuedOn,
    })
    .execute()
  await jobs.enqueue(change, filesQueueName, { invoiceId: id }, { key: id })
}

/**
 * The next number of a brand. Locks the brand's row until the transaction ends. If the transaction fails, the next
 * document gets the same number. No document has an earlier date than the document before it.
 */
async function nextNumber(
  change: Transaction<InvoicesTables>,
  brand: string,
  day: Day,
): Promise<{ readonly year: number; readonly sequence: number; readonly issuedOn: Day }> {
  const first = { brand, year: 0, last_number: 0, last_issued_on: day }
  await change
    .insertInto('series')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const last = await change
    .selectFrom('series')
    .select(['year', 'last_number', 'last_issued_on'])
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const issuedOn = day > last.last_issued_on ? day : last.last_issued_on
  const year = Number(issuedOn.slice(0, 4))
  const sequence = year === last.year ? last.last_number + 1 : 1
  await change
    .updateTable('series')
    .set({ year, last_number: sequence, last_issued_on: issuedOn })
    .where('brand', '=', brand)
    .execute()
  return { year, sequence, issuedOn }
}

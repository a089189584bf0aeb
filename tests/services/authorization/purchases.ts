import { randomInt, randomUUID } from 'node:crypto'
import { fileKeys } from '../../../services/invoices/fileNames.ts'
import type { InvoicesTables } from '../../../services/invoices/tables.ts'
import { createOrder, insertOrders, newOrderCode } from '../../../services/orders/placing.ts'
import type { PaymentsTables } from '../../../services/payments/tables.ts'
import { postalAddress } from '../../../services/platform/postalAddress.ts'
import type { OrdersTables } from '../../../services/orders/tables.ts'
import type { Platform } from '../../../services/platform/platform.ts'
import { pdfOfTitle } from '../../../services/products/demo.ts'
import { storePdf } from '../../../services/products/pdfs.ts'
import type { ProductsTables } from '../../../services/products/tables.ts'
import type { ProjectsTables } from '../../../services/projects/tables.ts'
import type { VouchersTables } from '../../../services/vouchers/tables.ts'
import type { WidgetsTables } from '../../../services/widgets/tables.ts'

const weekMilliseconds = 7 * 86_400_000

/** The account that owns the inserted records, and the mark that all texts of these records contain. */
interface Buyer {
  readonly id: string
  readonly mark: string
}

/**
 * Inserts one record of each kind for the buyer: a saved project, a voucher with a reservation, an order, an invoice, a
 * PDF, a payment method and an online book. Returns their ids.
 */
export async function insertPurchases(platform: Platform, buyer: Buyer, photo: string) {
  return {
    ...(await insertSaved(platform, buyer, photo)),
    ...(await insertOrder(platform, buyer)),
    ...(await insertInvoice(platform, buyer)),
    pdf: await insertPdf(platform, buyer),
    ...(await insertPaymentMethod(platform, buyer)),
    ...(await insertBook(platform, buyer)),
  }
}

/**
 * Inserts what editors and shops would make: a saved project, and a voucher that only this customer can use, with a
 * reservation.
 */
async function insertSaved(platform: Platform, { id: account, mark }: Buyer, photo: string) {
  const project = randomUUID()
  const projects = platform.database<ProjectsTables>('projects')
  const values = { account_id: account, id: project, name: mark, product_code: 'PAP_370', article_type: 'PhotoBook' }
  await projects.insertInto('projects').values(values).execute()
  const used = { account_id: account, project_id: project, position: 0, photo_id: photo }
  await projects.insertInto('project_photos').values(used).execute()

  const vouchers = platform.database<VouchersTables>('vouchers')
  const [voucher, reservation] = [randomUUID().toUpperCase(), randomUUID()]
  await vouchers
    .insertInto('vouchers')
    .values({ code: voucher, campaign_name: mark, account_id: account, is_single_use: true, percentage: 10 })
    .execute()
  await vouchers
    .insertInto('reservations')
    .values({
      id: reservation,
      code: voucher,
      is_single_use: true,
      account_id: account,
      request_key: 'basket',
      digest: '',
      discounts: JSON.stringify({ currency: 'EUR', lines: [] }),
      expires_at: new Date(Date.now() + weekMilliseconds),
    })
    .execute()
  return { project, voucher, reservation }
}

/** Inserts a payment method, and the ended setup that has stored it. */
async function insertPaymentMethod(platform: Platform, { id: account }: Buyer) {
  const [setup, paymentMethod] = [randomUUID(), randomUUID()]
  const payments = platform.database<PaymentsTables>('payments')
  const ended = { state: 'stored', ended_at: new Date() } as const
  await payments
    .insertInto('setups')
    .values({ id: setup, account_id: account, kinds: ['card'], ...ended })
    .execute()
  await payments
    .insertInto('methods')
    .values({
      id: paymentMethod,
      account_id: account,
      provider_reference: `demo_${paymentMethod}`,
      kind: 'card',
      setup_started_at: new Date(),
    })
    .execute()
  return { setup, paymentMethod }
}

/** Inserts a paid order. The simulated factory never starts to produce it. */
async function insertOrder(platform: Platform, { id: accountId, mark }: Buyer) {
  const code = newOrderCode()
  const line = { productCode: 'A', articleName: 'Mug', title: mark, voucher: null, photoIds: [], projectId: null }
  const { order } = createOrder(
    {
      accountId,
      source: 'WEB',
      shopUrl: 'https://www.keepsake.example/',
      currency: 'EUR',
      lines: [{ ...line, quantity: 1, unitPrice: 100, discount: 0, vatRate: 2_100 }],
      shipping: { price: 0, vatRate: 0 },
      deliveryType: 'Home',
      deliveryAddress: postalAddress.parse({ country: 'NL', name: mark, street: 'Kade', city: 'Breda' }),
      payment: 'succeeds',
    },
    { now: new Date(), stepSeconds: null, code },
  )
  await platform
    .database<OrdersTables>('orders')
    .transaction()
    .execute((change) => insertOrders(change, [{ ...order, request_key: mark, request_digest: '0'.repeat(64) }]))
  return { order: code, subOrder: `${code}-1` }
}

/** Inserts what jobs would make: an invoice, and its files. */
async function insertInvoice(platform: Platform, { id: accountId, mark }: Buyer) {
  const id = randomUUID()
  const files = { pdf_size: mark.length, xml_size: mark.length }
  await platform
    .database<InvoicesTables>('invoices')
    .insertInto('invoices')
    .values({
      id,
      account_id: accountId,
      order_code: mark.toUpperCase(),
      kind: 'invoice',
      brand: 'keepsake',
      year: 2026,
      sequence: randomInt(2 ** 31),
      number: mark,
      issued_on: '2026-11-26',
      locale: 'en-GB',
      currency: 'EUR',
      net: 100,
      tax: 21,
      total: 121,
      content: JSON.stringify({ vat: [], credits: null }),
      state: 'ready',
      ...files,
    })
    .execute()
  const keys = fileKeys({ account_id: accountId, id })
  await platform.blobs.put(keys.pdf, Buffer.from(mark), { contentType: 'application/pdf' })
  await platform.blobs.put(keys.xml, Buffer.from(mark), { contentType: 'text/xml' })
  return { invoice: id }
}

/** Inserts an online book that is shared with one recipient. */
async function insertBook(platform: Platform, { id: account, mark }: Buyer) {
  const [order, widgetLink] = [newOrderCode(), randomUUID()]
  const widget = `${order}-1`
  const widgets = platform.database<WidgetsTables>('widgets')
  await widgets
    .insertInto('widgets')
    .values({
      code: widget,
      account_id: account,
      order_code: order,
      title: mark,
      state: 'ready',
      ordered_at: new Date(),
    })
    .execute()
  await widgets
    .insertInto('links')
    .values({
      id: widgetLink,
      code: widget,
      account_id: account,
      kind: 'recipient',
      recipient_email: mark,
      recipient_key: mark,
      sender_name: mark,
      message: mark,
      brand: null,
      locale: null,
      expires_at: null,
      mail_state: 'sent',
    })
    .execute()
  return { widget, widgetLink }
}

/** Inserts the PDF that the factory would upload. Returns the code of the ordered product. */
async function insertPdf(platform: Platform, { id: accountId, mark }: Buyer): Promise<string> {
  const code = mark.toUpperCase()
  await storePdf(platform, platform.database<ProductsTables>('products'), { accountId, code }, pdfOfTitle(mark))
  return code
}

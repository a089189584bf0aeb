import type { z } from 'zod'
import type { invoiceWithFilesSchema } from '../../services/invoices/wireInvoice.ts'
import { euro, orderCodeOf } from './purchases.ts'

/** An invoice in a test, as our own service lists it. */
export type FakeInvoice = z.infer<typeof invoiceWithFilesSchema>

/** The claims of a business account's token. */
export const businessClaims = { claims: { auth_method: 'b2b' } } as const

/** The id of the invoice with this number. */
export function invoiceIdOf(number: number): string {
  return `018f3c1a-9999-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** Builds the invoice with this number, of the order with this number. Its `number` has the form of a file name, because the contract tests recognize each item by such a name. */
export function buildInvoice(number: number, own: Partial<FakeInvoice> = {}): FakeInvoice {
  const id = invoiceIdOf(number)
  const [net, tax, total] = [euro('18.97'), euro('3.98'), euro('22.95')]
  return {
    id,
    number: `IMG_${number}.jpg`,
    kind: 'invoice',
    orderCode: orderCodeOf(number),
    channel: 'k',
    issuedOn: '2026-03-01',
    state: 'ready',
    net,
    tax,
    total,
    vat: [{ vatRate: '21.00', net, tax, gross: total }],
    credits: null,
    files: (['pdf', 'xml'] as const).map((kind) => ({
      kind,
      fileName: `invoice_${id}.${kind}`,
      size: 20_000,
      url: `https://files.test/invoice_${id}.${kind}`,
    })),
    ...own,
  }
}

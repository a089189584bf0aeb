import { z } from 'zod'
import { toWireMoney, wireMoney, wireVatRate } from '../platform/money.ts'
import type { Platform } from '../platform/platform.ts'
import { fileKeys, fileName } from './fileNames.ts'
import type { Invoice } from './store.ts'
import { invoiceKinds, invoiceStates } from './kinds.ts'

export const invoiceSchema = z
  .object({
    id: z.uuid(),
    number: z.string(),
    kind: z.enum(invoiceKinds),
    orderCode: z.string(),
    channel: z.string().describe('The channel of the brand that sold the order. The call for the PDF needs it.'),
    issuedOn: z.iso.date(),
    state: z
      .enum(invoiceStates)
      .describe(
        'The state of the files. `failed`: the files could not be made yet; another attempt follows within minutes.',
      ),
    net: wireMoney.describe('Without VAT. The amounts of a credit note are positive.'),
    tax: wireMoney,
    total: wireMoney,
    vat: z
      .array(z.object({ vatRate: wireVatRate, net: wireMoney, tax: wireMoney, gross: wireMoney }))
      .describe('The sums per VAT rate, which add up to `net`, `tax` and `total`.'),
    credits: z
      .string()
      .nullable()
      .describe('The number of the invoice that a credit note cancels. Null: the document is an invoice.'),
  })
  .meta({ id: 'Invoice', description: 'An invoice or a credit note (decision 0505).' })

export const fileSchema = z
  .object({
    kind: z.enum(['pdf', 'xml']),
    fileName: z.string(),
    size: z.number().int().describe('In bytes.'),
    url: z.string().describe('A signed URL. It is valid for at least a day.'),
  })
  .meta({ id: 'InvoiceFile' })

/** An invoice with its files, so that a list needs no further call for their URLs. */
export const invoiceWithFilesSchema = invoiceSchema
  .extend({ files: z.array(fileSchema).describe('Empty until the state is `ready`.') })
  .meta({ id: 'InvoiceWithFiles', description: 'An invoice or a credit note, and its files.' })

export function toWireInvoice({ brands }: Pick<Platform, 'brands'>, invoice: Invoice): z.infer<typeof invoiceSchema> {
  const { currency, content } = invoice
  const money = (minorUnits: number) => toWireMoney({ minorUnits, currency })
  return {
    id: invoice.id,
    number: invoice.number,
    kind: invoice.kind,
    orderCode: invoice.order_code,
    channel: brands.named(invoice.brand).channel,
    issuedOn: invoice.issued_on,
    state: invoice.state,
    net: money(invoice.net),
    tax: money(invoice.tax),
    total: money(invoice.total),
    vat: content.vat.map(({ vatRate, net, tax, gross }) => ({
      vatRate,
      net: money(net),
      tax: money(tax),
      gross: money(gross),
    })),
    credits: content.credits?.number ?? null,
  }
}

export function toWireInvoiceWithFiles(platform: Platform, invoice: Invoice): z.infer<typeof invoiceWithFilesSchema> {
  return { ...toWireInvoice(platform, invoice), files: toWireFiles(platform, invoice) }
}

export function toWireFiles({ blobs }: Platform, invoice: Invoice): z.infer<typeof fileSchema>[] {
  const { pdf_size: pdfSize, xml_size: xmlSize } = invoice
  if (pdfSize === null || xmlSize === null) return []
  const keys = fileKeys(invoice)
  return (
    [
      { kind: 'pdf', size: pdfSize },
      { kind: 'xml', size: xmlSize },
    ] as const
  ).map((file) => {
    const name = fileName(invoice, file.kind)
    return { ...file, fileName: name, url: blobs.signedUrl(keys[file.kind], { fileName: name }) }
  })
}

import type { BrandTexts } from '../../platform/brandTexts.ts'
import type { InvoiceDocument } from '../content.ts'
import { crossIndustryInvoiceOf } from './crossIndustryInvoice.ts'
import { facturXMetadata, xmlFileName } from './facturX.ts'
import type { Fonts } from './fonts.ts'
import { InvoicePages } from './invoicePdf.ts'
import { InvoiceWords } from './invoiceWords.ts'
import { TaggedDocument } from './taggedDocument.ts'

/** The files of a document: a PDF, and the XML that the PDF embeds. */
export interface InvoiceFiles {
  readonly pdf: Buffer
  readonly xml: Buffer
}

/** What the files need in addition to the content and the texts of the document. */
export interface FilesOptions {
  /** The time in the metadata. If a job is repeated, it gives the same time again, so the files are the same. */
  readonly created: Date
  /** The fonts of the brand. Null: it has none. */
  readonly ownFonts: Fonts | null
}

/** Makes the files of a document. */
export async function makeInvoiceFiles(
  invoice: InvoiceDocument,
  texts: BrandTexts,
  { created, ownFonts }: FilesOptions,
): Promise<InvoiceFiles> {
  const words = new InvoiceWords(texts, invoice)
  const xmlTexts = { delivery: texts.text('invoice.delivery'), payment: words.payment() }
  const xml = Buffer.from(crossIndustryInvoiceOf(invoice, xmlTexts))
  const title = words.numberedTitle()
  const document = new TaggedDocument({ title, language: texts.locale, created, ownFonts })
  document.embed({ name: xmlFileName, bytes: xml, created, metadata: facturXMetadata(invoice.kind) })
  new InvoicePages(document, invoice, words).draw()
  return { pdf: await document.bytes(), xml }
}

import type { BrandTexts } from '../../platform/brandTexts.ts'
import type { InvoiceDocument } from '../content.ts'

/** The texts, amounts and dates of a document, in its language. */
export class InvoiceWords {
  readonly brand: BrandTexts['brand']
  readonly text: BrandTexts['text']
  readonly #invoice: InvoiceDocument
  readonly #amounts: Intl.NumberFormat
  readonly #percents: Intl.NumberFormat
  readonly #days: Intl.DateTimeFormat
  readonly #countries: Intl.DisplayNames

  constructor({ brand, locale, text }: BrandTexts, invoice: InvoiceDocument) {
    this.brand = brand
    this.text = text
    this.#invoice = invoice
    this.#amounts = new Intl.NumberFormat(locale, { style: 'currency', currency: invoice.currency })
    this.#percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
    this.#days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
    this.#countries = new Intl.DisplayNames(locale, { type: 'region' })
  }

  title(): string {
    return this.text(this.#invoice.kind === 'invoice' ? 'invoice.title' : 'invoice.creditNoteTitle')
  }

  /** The title with the number of the document. */
  numberedTitle(): string {
    const { kind, number } = this.#invoice
    return this.text(kind === 'invoice' ? 'invoices.invoice' : 'invoices.creditNote', { number })
  }

  amount(minorUnits: number): string {
    return this.#amounts.format(minorUnits / 100)
  }

  percent(vatRate: string): string {
    return this.#percents.format(Number(vatRate) / 100)
  }

  day(day: string): string {
    return this.#days.format(new Date(`${day}T00:00:00Z`))
  }

  country(code: string): string {
    return this.#countries.of(code) ?? code
  }

  /** When the amount was paid, or how it is refunded. */
  payment(): string {
    const { kind, paidOn } = this.#invoice
    if (kind === 'creditNote') return this.text('invoice.refund')
    return paidOn === null ? this.text('invoice.paid') : this.text('invoice.paidOn', { date: this.day(paidOn) })
  }
}

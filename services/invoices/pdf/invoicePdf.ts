import type { InvoiceDocument } from '../content.ts'
import type { TaxedAmount } from '../paidOrder.ts'
import type { InvoiceWords } from './invoiceWords.ts'
import {
  contentWidth,
  page,
  type PlacedText,
  type Table,
  type TaggedDocument,
  type TextStyle,
} from './taggedDocument.ts'

const usual: TextStyle = { size: 9 }
const small: TextStyle = { size: 8, colour: '#4d4d4d' }
const label: TextStyle = { size: 9, colour: '#4d4d4d' }
const heading: TextStyle = { size: 11, font: 'display' }
const ruleColour = '#bfbfbf'
/** In points. */
const logoSize = 32

/** Widths in points. Their sum is the width of the content. */
const lineColumns = [183, 56, 58, 66, 62, 70] as const
const vatColumns = [243, 84, 84, 84] as const
const rowGap = 5
const columnGap = 6
/** The content of a page ends here; below it is only the footer. */
const bottom = page.height - 78

type Cell = readonly { readonly text: string; readonly style: TextStyle }[]

/** Draws a document from top to bottom. `#y` is where the next part begins, in points. */
export class InvoicePages {
  readonly #document: TaggedDocument
  readonly #invoice: InvoiceDocument
  readonly #words: InvoiceWords
  #y: number = page.margin

  constructor(document: TaggedDocument, invoice: InvoiceDocument, words: InvoiceWords) {
    this.#document = document
    this.#invoice = invoice
    this.#words = words
  }

  draw(): void {
    this.#drawTop()
    this.#drawParties()
    this.#drawLines()
    this.#drawVat()
    this.#drawPayment()
    this.#drawSeller()
    this.#drawPageNumbers()
  }

  #drawTop(): void {
    const { name, theme, assets } = this.#words.brand
    const colour = theme.light['--brand-accent']
    const logo = assets.get('logo.png')
    // The name is beside the logo, so screen readers skip the logo.
    this.#document.addArtifact(({ box, picture }) => {
      box({ x: 0, y: 0, width: page.width, height: 12, colour })
      if (logo) picture({ content: logo.content, x: page.margin, y: this.#y, width: logoSize, height: logoSize })
    })
    const half = contentWidth / 2
    const style: TextStyle = { size: 20, font: 'display' }
    const indent = logo ? logoSize + 8 : 0
    this.#addBesideLogo('P', { text: name, x: page.margin + indent, width: half - indent, style: { ...style, colour } })
    const right = { x: page.margin + half, width: half, style: { ...style, align: 'right' } } as const
    this.#addBesideLogo('H1', { text: this.#words.title(), ...right })
    this.#y += 50
  }

  /** Adds one line of text beside the logo, vertically centred on it. Fonts have lines of different heights. */
  #addBesideLogo(tag: 'H1' | 'P', placed: Omit<PlacedText, 'y'>): void {
    const height = this.#document.heightOf(placed)
    this.#document.add(tag, { ...placed, y: this.#y + Math.max(0, (logoSize - height) / 2) })
  }

  /** The customer on the left, the facts of the document on the right. */
  #drawParties(): void {
    const { text } = this.#words
    const { buyer, number, issuedOn, orderCode } = this.#invoice
    const top = this.#y
    const place = [buyer.postalCode, buyer.city].filter((part) => part !== null && part !== '').join(' ')
    const lines = [buyer.street ?? '', place, this.#words.country(buyer.country)].filter((line) => line !== '')
    this.#drawBlock(page.margin, 240, [
      { text: text('invoice.customer'), style: label },
      { text: buyer.name, style: { size: 9, font: 'bold' } },
      ...lines.map((line) => ({ text: line, style: usual })),
    ])
    const left = this.#y
    this.#y = top
    const facts = [
      { name: text('invoice.number'), value: number },
      { name: text('invoice.date'), value: this.#words.day(issuedOn) },
      { name: text('invoice.order'), value: orderCode },
    ]
    const x = page.margin + 280
    this.#drawBlock(
      x,
      contentWidth - 280,
      facts.map((fact) => ({ text: text('invoice.fact', fact), style: usual })),
    )
    this.#y = Math.max(left, this.#y) + 14
    this.#drawCredits()
  }

  #drawCredits(): void {
    const { credits } = this.#invoice
    if (!credits) return
    const values = { number: credits.number, date: this.#words.day(credits.issuedOn) }
    this.#drawBlock(page.margin, contentWidth, [{ text: this.#words.text('invoice.credits', values), style: usual }])
    this.#y += 10
  }

  #drawBlock(x: number, width: number, texts: readonly { text: string; style: TextStyle }[]): void {
    for (const { text, style } of texts) {
      const height = this.#document.heightOf({ text, width, style })
      this.#makeRoom(height)
      this.#document.add('P', { text, x, y: this.#y, width, style })
      this.#y += height + 2
    }
  }

  #drawLines(): void {
    const { text } = this.#words
    this.#drawHeading(text('invoice.lines'))
    const names = ['description', 'quantity', 'vatRate', 'net', 'vat', 'gross'].map((name) => text(`invoice.${name}`))
    const rows = this.#invoice.lines.map((line): Cell[] => {
      const discount = line.discount > 0 ? text('invoice.discount', { amount: this.#words.amount(line.discount) }) : ''
      const details = [line.productCode, discount].filter((part) => part !== '').join(' · ')
      const description = [cellOf(line.title), cellOf(details, small)].flat()
      return [description, cellOf(String(line.quantity)), ...this.#amountCells(line)]
    })
    const charges = this.#invoice.charges.map((charge): Cell[] => [
      cellOf(text('invoice.delivery')),
      cellOf(''),
      ...this.#amountCells(charge),
    ])
    this.#drawTable(lineColumns, names, [...rows, ...charges])
  }

  #amountCells({ vatRate, net, tax, gross }: TaxedAmount): Cell[] {
    return [this.#words.percent(vatRate), ...[net, tax, gross].map((units) => this.#words.amount(units))].map((text) =>
      cellOf(text),
    )
  }

  /** The sums per rate, and the totals. */
  #drawVat(): void {
    const { text } = this.#words
    const { vat, net, tax, total } = this.#invoice
    this.#drawHeading(text('invoice.vatPerRate'))
    const names = ['vatRate', 'net', 'vat', 'gross'].map((name) => text(`invoice.${name}`))
    const bold: TextStyle = { size: 10, font: 'bold' }
    const totals = [text('invoice.total'), ...[net, tax, total].map((units) => this.#words.amount(units))]
    this.#drawTable(vatColumns, names, [
      ...vat.map((sum) => this.#amountCells(sum)),
      totals.map((part) => cellOf(part, bold)),
    ])
  }

  #drawPayment(): void {
    this.#drawBlock(page.margin, contentWidth, [{ text: this.#words.payment(), style: { size: 9, font: 'bold' } }])
    this.#y += 16
  }

  #drawSeller(): void {
    const { text } = this.#words
    const { name, street, postalCode, city, country, vatId, registration, email } = this.#invoice.seller
    const address = [name, street, `${postalCode} ${city}`, this.#words.country(country)].join(', ')
    const numbers = [
      text('invoice.vatId', { id: vatId }),
      text('invoice.registration', { number: registration }),
      email,
    ]
    this.#drawBlock(page.margin, contentWidth, [
      { text: address, style: small },
      { text: numbers.join(' · '), style: small },
    ])
  }

  #drawPageNumbers(): void {
    const { number: name } = this.#invoice
    this.#document.onEachPage((number, total) => {
      const text = `${name} · ${this.#words.text('invoice.page', { number, total })}`
      const style: TextStyle = { ...small, align: 'right' }
      this.#document.addArtifact((draws) =>
        draws.text({ text, x: page.margin, y: page.height - 66, width: contentWidth, style }),
      )
    })
  }

  #drawHeading(text: string): void {
    this.#makeRoom(60)
    this.#document.add('H2', { text, x: page.margin, y: this.#y, width: contentWidth, style: heading })
    this.#y += 20
  }

  /** A table that repeats its header on each page. All columns but the first are aligned right. */
  #drawTable(columns: readonly number[], names: readonly string[], rows: readonly (readonly Cell[])[]): void {
    const table = this.#document.addTable()
    const header = names.map((name) => cellOf(name, { size: 9, font: 'bold' }))
    this.#drawRow(columns, header, (cells) => table.addRow(cells, 'header'))
    for (const row of rows.map((cells) => this.#fitAmounts(columns, cells))) {
      const isOnNewPage = this.#makeRoom(this.#heightOf(columns, row) + rowGap)
      if (isOnNewPage) {
        this.#drawRow(columns, header, (cells) =>
          this.#document.addArtifact((draws) => cells.flat().forEach((placed) => draws.text(placed))),
        )
      }
      this.#drawRow(columns, row, (cells) => table.addRow(cells, 'body'))
    }
    table.end()
    this.#y += 12
  }

  /**
   * Reduces the font size of amounts that are wider than their columns. They must not wrap, because a line break could
   * be mistaken for a decimal point.
   */
  #fitAmounts(columns: readonly number[], row: readonly Cell[]): Cell[] {
    return row.map((cell, index) => {
      if (index === 0) return cell
      const width = (columns[index] ?? 0) - columnGap
      return cell.map(({ text, style }) => {
        const size = this.#document.fittingSize(text, width, style)
        return { text, style: { ...style, size } }
      })
    })
  }

  #drawRow(
    columns: readonly number[],
    row: readonly Cell[],
    draw: (cells: Parameters<Table['addRow']>[0]) => void,
  ): void {
    let x: number = page.margin
    const cells = row.map((cell, index) => {
      const width = columns[index] ?? 0
      const placed = this.#place(cell, { x, width: width - columnGap, align: index === 0 ? 'left' : 'right' })
      x += width
      return placed
    })
    draw(cells)
    this.#y += this.#heightOf(columns, row)
    const rule = { x: page.margin, y: this.#y + 1, width: contentWidth, height: 0.5, colour: ruleColour }
    this.#document.addArtifact(({ box }) => box(rule))
    this.#y += rowGap
  }

  /** The texts of a cell, below each other. */
  #place(
    cell: Cell,
    column: { readonly x: number; readonly width: number; readonly align: 'left' | 'right' },
  ): PlacedText[] {
    let y = this.#y
    return cell.map(({ text, style }) => {
      const placed = { text, x: column.x, y, width: column.width, style: { ...style, align: column.align } }
      y += this.#document.heightOf({ text, width: column.width, style })
      return placed
    })
  }

  #heightOf(columns: readonly number[], row: readonly Cell[]): number {
    const heights = row.map((cell, index) =>
      cell.reduce(
        (sum, part) => sum + this.#document.heightOf({ ...part, width: (columns[index] ?? 0) - columnGap }),
        0,
      ),
    )
    return Math.max(...heights)
  }

  /** Begins a new page if less than this height (points) is left on the current page. Returns true if it began one. */
  #makeRoom(height: number): boolean {
    if (this.#y + height <= bottom) return false
    this.#document.addPage()
    this.#y = page.margin
    return true
  }
}

function cellOf(text: string, style: TextStyle = usual): Cell {
  return [{ text, style }]
}

import Pdf from 'pdfkit'
import { type Fonts, openFonts, printableText } from './fonts.ts'

/** In points (1/72 inch): A4, and its margin. */
export const page = { width: 595.28, height: 841.89, margin: 50 } as const
export const contentWidth = page.width - 2 * page.margin

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  /** A hexadecimal colour. Default: black. */
  readonly colour?: string
  readonly align?: 'left' | 'right'
}

/** A text and its place, in points from the top left corner of the page. */
export interface PlacedText {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly style: TextStyle
}

/** A PDF/A-3a document with embedded fonts. Everything in it is either a structure element or an artifact. */
export class TaggedDocument {
  readonly #pdf: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #fonts: Fonts = openFonts()
  readonly #chunks: Buffer[] = []

  /** @param options.language a BCP 47 tag, such as `nl-NL` */
  constructor(options: { readonly title: string; readonly language: string; readonly created: Date }) {
    this.#pdf = new Pdf({
      size: 'A4',
      margin: page.margin,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-3a',
      tagged: true,
      displayTitle: true,
      lang: options.language,
      info: { Title: options.title, CreationDate: options.created, Creator: 'Keepsake', Producer: 'PDFKit' },
    })
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    this.#pdf.registerFont('regular', this.#fonts.regular)
    this.#pdf.registerFont('bold', this.#fonts.bold)
    this.#root = this.#pdf.struct('Document')
    this.#pdf.addStructure(this.#root)
    this.addPage()
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  /** The size at which a text fits on one line of this width, at most the size of the style. In points. */
  fittingSize(text: string, width: number, style: TextStyle): number {
    this.#setStyle(style)
    const needed = this.#pdf.widthOfString(printableText(text, this.#fonts))
    return needed <= width ? style.size : Math.floor((style.size * width * 10) / needed) / 10
  }

  /** The height of a text, in points. */
  heightOf({ text, width, style }: Omit<PlacedText, 'x' | 'y'>): number {
    this.#setStyle(style)
    return this.#pdf.heightOfString(printableText(text, this.#fonts), { width })
  }

  /** A heading or a paragraph. */
  add(tag: 'H1' | 'H2' | 'P', placed: PlacedText): void {
    this.#root.add(this.#pdf.struct(tag, {}, () => this.#draw(placed)))
  }

  addTable(): Table {
    const table = this.#pdf.struct('Table')
    this.#root.add(table)
    return {
      addRow: (cells, kind) => {
        const row = this.#pdf.struct('TR')
        table.add(row)
        for (const [index, cell] of cells.entries()) {
          const scope = kind === 'header' ? 'Column' : index === 0 ? 'Row' : undefined
          const options = scope ? ({ scope } as const) : {}
          row.add(this.#pdf.struct(scope ? 'TH' : 'TD', options, () => cell.forEach((placed) => this.#draw(placed))))
        }
        row.end()
      },
      end: () => table.end(),
    }
  }

  /** Draws content that screen readers skip, such as a repeated header. */
  addArtifact(draw: (draws: { text: (placed: PlacedText) => void; box: (box: Box) => void }) => void): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    draw({
      text: (placed) => this.#draw(placed),
      box: ({ x, y, width, height, colour }) => void this.#pdf.rect(x, y, width, height).fill(colour),
    })
    this.#pdf.endMarkedContent()
  }

  /** Calls `draw` for each page. The first page is 1. */
  onEachPage(draw: (number: number, count: number) => void): void {
    const { count } = this.#pdf.bufferedPageRange()
    for (let number = 1; number <= count; number += 1) {
      this.#pdf.switchToPage(number - 1)
      draw(number, count)
    }
  }

  /** Embeds a file with the same content as the document, and adds XMP metadata. */
  embed(file: {
    readonly name: string
    readonly bytes: Buffer
    readonly created: Date
    readonly metadata: string
  }): void {
    this.#pdf.file(file.bytes, {
      name: file.name,
      type: 'text/xml',
      relationship: 'Alternative',
      creationDate: file.created,
      modifiedDate: file.created,
    })
    this.#pdf.appendXML(file.metadata)
  }

  /** Completes the document; returns its bytes. */
  async bytes(): Promise<Buffer> {
    this.#root.end()
    const ended = new Promise((resolve, reject) => this.#pdf.once('end', resolve).once('error', reject))
    this.#pdf.end()
    await ended
    return Buffer.concat(this.#chunks)
  }

  #draw({ text, x, y, width, style }: PlacedText): void {
    this.#setStyle(style)
    this.#pdf.text(printableText(text, this.#fonts), x, y, { width, align: style.align ?? 'left' })
  }

  #setStyle({ size, bold = false, colour = '#000000' }: TextStyle): void {
    this.#pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
  }
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly colour: string
}

/** A table. The first cell of each row is its header. A row must fit on the current page. */
export interface Table {
  addRow(cells: readonly (readonly PlacedText[])[], kind: 'header' | 'body'): void
  end(): void
}

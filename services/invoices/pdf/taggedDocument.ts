import Pdf from 'pdfkit'
import { type FontName, type Fonts, generalFonts, type PrintableText, printableText } from './fonts.ts'

/** In points (1/72 inch): A4, and its margin. */
export const page = { width: 595.28, height: 841.89, margin: 50 } as const
export const contentWidth = page.width - 2 * page.margin

export interface TextStyle {
  readonly size: number
  /** Default: regular. */
  readonly font?: FontName
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

export interface DocumentOptions {
  readonly title: string
  /** A BCP 47 tag, such as `nl-NL`. */
  readonly language: string
  readonly created: Date
  /** Null: only the general fonts. */
  readonly ownFonts: Fonts | null
}

/** A PDF/A-3a document with embedded fonts. Everything in it is either a structure element or an artifact. */
export class TaggedDocument {
  readonly #pdf: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #ownFonts: Fonts | null
  readonly #registeredFonts = new Set<string>()
  readonly #chunks: Buffer[] = []

  constructor(options: DocumentOptions) {
    this.#ownFonts = options.ownFonts
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
    this.#root = this.#pdf.struct('Document')
    this.#pdf.addStructure(this.#root)
    this.addPage()
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  /**
   * The font size, in points, at which a text fits on one line of this width. Never larger than the size of the style.
   */
  fittingSize(text: string, width: number, style: TextStyle): number {
    const needed = this.#pdf.widthOfString(this.#styled(text, style))
    return needed <= width ? style.size : Math.floor((style.size * width * 10) / needed) / 10
  }

  /** The height of a text, in points. */
  heightOf({ text, width, style }: Omit<PlacedText, 'x' | 'y'>): number {
    return this.#pdf.heightOfString(this.#styled(text, style), { width })
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
  addArtifact(draw: (draws: ArtifactDraws) => void): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    draw({
      text: (placed) => this.#draw(placed),
      box: ({ x, y, width, height, colour }) => void this.#pdf.rect(x, y, width, height).fill(colour),
      picture: ({ content, x, y, width, height }) => void this.#pdf.image(content, x, y, { width, height }),
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
    this.#pdf.text(this.#styled(text, style), x, y, { width, align: style.align ?? 'left' })
  }

  /** Sets the font, size and colour of a text. Returns the text as this font can show it. */
  #styled(content: string, { size, font: name = 'regular', colour = '#000000' }: TextStyle): string {
    const { text, font } = printableText(content, name, this.#ownFonts)
    this.#pdf.font(this.#registered(name, font)).fontSize(size).fillColor(colour)
    return text
  }

  #registered(name: FontName, font: PrintableText['font']): string {
    const id = `${name} ${font === generalFonts()[name] ? 'general' : 'own'}`
    if (!this.#registeredFonts.has(id)) this.#pdf.registerFont(id, font)
    this.#registeredFonts.add(id)
    return id
  }
}

/** The functions that draw the content of an artifact. */
interface ArtifactDraws {
  readonly text: (placed: PlacedText) => void
  readonly box: (box: Box) => void
  readonly picture: (picture: PlacedPicture) => void
}

/** A place, in points from the top left corner of the page. */
interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Box extends Place {
  readonly colour: string
}

export interface PlacedPicture extends Place {
  /** A PNG or JPEG. */
  readonly content: Buffer
}

/** A table. The first cell of each row is its header. A row must fit on the current page. */
export interface Table {
  addRow(cells: readonly (readonly PlacedText[])[], kind: 'header' | 'body'): void
  end(): void
}

import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a PDF reader finds in a document. */
export interface ReadPdf {
  /** The texts of all pages, in the order in which they were drawn. Any white space counts as one space. */
  readonly text: string
  readonly pages: number
  readonly language: string | null
  readonly title: string
  readonly isTagged: boolean
  /** The embedded files, by name. */
  readonly files: ReadonlyMap<string, Buffer>
  /** The PostScript names of the embedded fonts, each once. */
  readonly fonts: readonly string[]
  /** The sizes of the pictures in pixels, such as `96 × 96`. */
  readonly pictures: readonly string[]
  /** The XMP metadata. */
  readonly metadata: string
}

/** Reads a PDF with the library of Firefox. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    for (const item of items) if ('str' in item) texts.push(item.str)
  }
  const { info, metadata } = await pdf.getMetadata()
  const attachments: Record<string, { filename: string; content: Uint8Array }> = (await pdf.getAttachments()) ?? {}
  const read: ReadPdf = {
    text: texts.join(' ').replaceAll(/\s+/gu, ' '),
    pages: pdf.numPages,
    language: 'Language' in info ? String(info.Language) : null,
    title: 'Title' in info ? String(info.Title) : '',
    isTagged: (await pdf.getMarkInfo())?.Marked === true,
    files: new Map(Object.values(attachments).map((file) => [file.filename, Buffer.from(file.content)])),
    ...partsOf(Buffer.from(bytes).toString('latin1')),
    metadata: metadata?.getRaw() ?? '',
  }
  await task.destroy()
  return read
}

/** PDFKit compresses only streams, so the descriptions of fonts and pictures can be read as text. */
function partsOf(source: string): Pick<ReadPdf, 'fonts' | 'pictures'> {
  const names = [...source.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name = '']) => name)
  const pictures = [...source.matchAll(/\/Subtype \/Image\b[^>]*?>>/g)].filter(([picture]) =>
    picture.includes('/SMask'),
  )
  return {
    fonts: [...new Set(names)].toSorted(),
    pictures: pictures.map(([picture]) => `${numberIn(picture, 'Width')} × ${numberIn(picture, 'Height')}`),
  }
}

function numberIn(dictionary: string, key: string): string {
  return new RegExp(`/${key} (\\d+)`).exec(dictionary)?.[1] ?? '?'
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

const folder = new URL('./', import.meta.resolve('@expo-google-fonts/noto-sans'))

/** The font of a text. `display`: for the brand's name and for headings. */
export type FontName = 'regular' | 'bold' | 'display'

/** The fonts of a document. PDF/A requires them to be embedded. */
export type Fonts = Readonly<Record<FontName, Font>>

let opened: Fonts | undefined

/**
 * The fonts for brands that have no fonts of their own, and for texts that a brand's font cannot show. Their licence
 * allows them to be embedded (SIL OFL 1.1). They are opened once per process. All documents share them, because a font
 * parses its tables at the first use, and parsing takes longer than drawing an invoice.
 */
export function generalFonts(): Fonts {
  if (!opened) {
    const bold = open('700Bold/NotoSans_700Bold.ttf')
    opened = { regular: open('400Regular/NotoSans_400Regular.ttf'), bold, display: bold }
  }
  return opened
}

function open(file: string): Font {
  return fontOf(readFileSync(fileURLToPath(new URL(file, folder))))
}

/** @throws if the bytes are not a font, or are a collection of several fonts */
export function fontOf(bytes: Buffer): Font {
  const font = create(bytes)
  if ('fonts' in font) throw new Error('The file has several fonts.')
  // fontkit caches each glyph with the character for which it was first requested. The Greek Ε contains the glyph of
  // the Latin E: if the Greek letter came first, this glyph would be cached without a character, and later documents
  // would show an E that is missing in their text. So each glyph is first requested for its own character.
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  return font
}

/** Invisible characters, which are removed. Some fonts could print them, but PDF/A does not allow U+FEFF in a text. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu
/** Control characters and line separators become spaces. */
const control = /[\p{Cc}\u2028\u2029]/gu

/** A text with the font that shows it. */
export interface PrintableText {
  readonly text: string
  readonly font: Font
}

/**
 * Chooses the brand's font if it has every character of a text. Other texts are completely in the general font, because
 * single letters of another font look like mistakes. Removes invisible characters, and replaces characters that the
 * general font lacks: PDF/A does not allow a text to show a missing glyph.
 * @param own the brand's fonts. Null: it has none
 */
export function printableText(content: string, name: FontName, own: Fonts | null): PrintableText {
  const general = generalFonts()[name]
  const visible = content.toWellFormed().normalize('NFC').replaceAll(invisible, '').replaceAll(control, ' ')
  const text = Array.from(visible, (character) => (hasAll(general, character) ? character : '?')).join('')
  if (!own) return { text, font: general }
  const spaced = withSpacesOf(own[name], text)
  return hasAll(own[name], spaced) ? { text: spaced, font: own[name] } : { text, font: general }
}

/**
 * Replaces the narrow no-break space (U+202F) by the usual one if the font lacks it. French amounts have the narrow
 * space between their digits. The usual no-break space keeps the digits together, too.
 */
function withSpacesOf(font: Font, text: string): string {
  return hasAll(font, '\u202f') ? text : text.replaceAll('\u202f', '\u00a0')
}

function hasAll(font: Font, text: string): boolean {
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}

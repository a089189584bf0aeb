import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

const folder = new URL('./', import.meta.resolve('@expo-google-fonts/noto-sans'))

/** The fonts of the documents. PDF/A requires them to be embedded; their licence allows it (SIL OFL 1.1). */
export interface Fonts {
  readonly regular: Font
  readonly bold: Font
}

let opened: Fonts | undefined

/**
 * Opens the fonts once per process. The documents share them, because a font parses its tables when they are first
 * used: that takes longer than drawing an invoice.
 */
export function openFonts(): Fonts {
  opened ??= { regular: open('400Regular/NotoSans_400Regular.ttf'), bold: open('700Bold/NotoSans_700Bold.ttf') }
  return opened
}

function open(file: string): Font {
  const font = openSync(fileURLToPath(new URL(file, folder)))
  if ('fonts' in font) throw new Error(`${file} has several fonts.`)
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

/**
 * Removes invisible characters, and replaces the characters that one of the fonts lacks: PDF/A does not allow a text to
 * show a missing glyph.
 */
export function printableText(text: string, { regular, bold }: Fonts): string {
  const visible = text.toWellFormed().normalize('NFC').replaceAll(invisible, '').replaceAll(control, ' ')
  return Array.from(visible, (character) => {
    const code = character.codePointAt(0) ?? 0
    return regular.hasGlyphForCodePoint(code) && bold.hasGlyphForCodePoint(code) ? character : '?'
  }).join('')
}

import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'

const folder = new URL('./', import.meta.resolve('@expo-google-fonts/noto-sans'))

/** The fonts of the documents. PDF/A demands that they are embedded; their licence allows it (SIL OFL 1.1). */
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
  // fontkit keeps a glyph with the characters of its first use. A glyph that is first used as a part of another glyph
  // has no characters: after a Greek Ε, which contains the glyph E, the glyph E would be no text in any later document.
  // So each glyph is first used for its own character.
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  return font
}

/** Invisible characters. The fonts have some of them, but PDF/A does not allow U+FEFF in a text. */
const invisible = /[\p{Cf}\p{Variation_Selector}]/gu
/** Control characters and line separators become spaces. */
const control = /[\p{Cc}\u2028\u2029]/gu

/**
 * Removes invisible characters, and replaces those that the fonts lack: PDF/A does not allow a text to show a missing
 * glyph.
 */
export function printableText(text: string, { regular, bold }: Fonts): string {
  const visible = text.toWellFormed().normalize('NFC').replaceAll(invisible, '').replaceAll(control, ' ')
  return Array.from(visible, (character) => {
    const code = character.codePointAt(0) ?? 0
    return regular.hasGlyphForCodePoint(code) && bold.hasGlyphForCodePoint(code) ? character : '?'
  }).join('')
}

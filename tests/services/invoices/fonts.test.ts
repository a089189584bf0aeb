import { expect, test } from 'vitest'
import { generalFonts, printableText } from '../../../services/invoices/pdf/fonts.ts'

test.each([
  ['Caf\u0065\u0301, Γάμος, Свадьба', 'Cafe\u0301, Γάμος, Свадьба'.normalize('NFC')],
  ['\u{1F4F8} 写', '? ?'],
  ['\ufeffMug\u202e \u00adA\u200b', 'Mug A'],
  ['\u2764\ufe0f', '?'],
  ['a\rb\nc\u0000d\u2028e', 'a b c d e'],
])('the text %j is printed as %j', (text, printed) => {
  expect(printableText(text, 'regular', null)).toEqual({ text: printed, font: generalFonts().regular })
})

test('a letter keeps its character after it was used as a part of another letter', () => {
  const { regular } = generalFonts()
  // In the font, the Greek Ε consists of the Latin E.
  expect(regular.glyphForCodePoint(0x395).path.commands.length).toBeGreaterThan(0)
  expect(regular.glyphForCodePoint(0x45).codePoints).toEqual([0x45])
})

import { expect, test } from 'vitest'
import { accented, pseudoTexts } from '../../launcher/pseudoTexts.ts'

test('an accented text is a third longer, and keeps its arguments and tags', () => {
  expect(accented('Save')).toBe('Šàṽé··')
  const message =
    '{count, plural, one {# photo of <name>you</name>} other {{total, number} photos}} on {day, date, long}'
  expect(accented(message).replace(/·+$/, '')).toBe(
    '{count,plural,one{# þĥöţö öƒ <name>ýöû</name>} other{{total, number} þĥöţöš}} öñ {day, date, long}',
  )
})

test('the direction of the language is no text', () => {
  const texts = { 'language.direction': 'ltr', 'common.close': 'Close' }
  expect(pseudoTexts(texts, 'accented')).toEqual({ 'language.direction': 'ltr', 'common.close': 'Çļöšé··' })
  expect(pseudoTexts(texts, 'right-to-left')).toEqual({ 'language.direction': 'rtl', 'common.close': 'Close' })
})

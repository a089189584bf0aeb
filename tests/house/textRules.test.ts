import { describe, expect, test } from 'vitest'
import { hashOf, reviewedAfter } from '../../launcher/catalogues.ts'
import { differentTranslations, needlessDifferences, staleTranslations } from './texts/agreement.ts'
import { countsWithoutPlural, renderedCountViolations } from './texts/counts.ts'
import { bannedWordViolations, type Glossary, termViolations } from './texts/glossary.ts'
import { placeViolations } from './texts/places.ts'
import { argumentViolations, keyViolations, pluralViolations } from './texts/shape.ts'
import { spaceViolations } from './texts/spaces.ts'

/* Breaks each rule of the texts once, and shows the sentence that a translator reads. */

const english = { 'upload.start': '{count, plural, one {Upload # photo} other {Upload # photos}}' }
const german = { 'upload.start': '{count, plural, one {# Foto hochladen} other {# Fotos hochladen}}' }

describe('the form of a translation', () => {
  test('a missing and a superfluous message', () => {
    expect(keyViolations('de-DE', { 'upload.stop': 'Stopp' }, english)).toEqual([
      'de-DE lacks the message upload.start.',
      'de-DE has the message upload.stop, which English does not have.',
    ])
  })

  test('another argument, format or tag', () => {
    expect(argumentViolations('de-DE', german, english)).toEqual([])
    expect(
      argumentViolations('de-DE', { 'a.b': '{size, number} <b>groß</b>' }, { 'a.b': '{size} <i>big</i>' }),
    ).toEqual([
      'de-DE lacks {size} in a.b.',
      'de-DE lacks <i> in a.b.',
      'de-DE has {size, number} in a.b, which the English text does not have.',
      'de-DE has <b> in a.b, which the English text does not have.',
    ])
  })

  test('a plural form that is missing, or that the language does not have', () => {
    expect(pluralViolations('de-DE', { 'a.b': '{count, plural, few {Fotos} other {Fotos}}' })).toEqual([
      'de-DE lacks the plural form "one" in a.b.',
      'de-DE has the plural form "few" in a.b, which the language lacks.',
    ])
    expect(pluralViolations('fr-FR', { 'a.b': '{count, plural, one {#} many {#} other {#}}' })).toEqual([])
  })
})

describe('the words of a translation', () => {
  const glossary: Glossary = {
    address: 'formal',
    terms: { photo: ['Foto'], 'photo book': ['Fotobuch'], download: ['herunterlad', 'lad…herunter'] },
    banned: { 'bild*': 'Foto', Dein: 'Ihr' },
    rephrased: {},
  }

  test('a banned word, also inside of a plural', () => {
    expect(
      bannedWordViolations(
        'de-DE',
        { 'a.b': '{count, plural, one {# Bild} other {# Bilder}}', 'a.c': 'Abbild' },
        glossary,
      ),
    ).toEqual(['de-DE has "bild*" in a.b. Write instead: Foto.'])
    expect(bannedWordViolations('de-DE', { 'a.b': 'Dein Foto', 'a.c': 'dein Foto' }, glossary)).toEqual([
      'de-DE has "Dein" in a.b. Write instead: Ihr.',
    ])
  })

  test('another word than the term', () => {
    const texts = { 'a.b': 'Photos', 'a.c': 'A photo book', 'a.d': 'Download them' }
    expect(
      termViolations(
        'de-DE',
        { 'a.b': 'Aufnahmen', 'a.c': 'Ein Fotobuch', 'a.d': 'Laden Sie sie herunter' },
        texts,
        glossary,
      ),
    ).toEqual(['de-DE does not write "photo" as "Foto" in a.b: Aufnahmen'])
  })

  test('a message that is listed as rephrased without need', () => {
    const listed = { ...glossary, rephrased: { photo: ['a.b'] } }
    expect(termViolations('de-DE', { 'a.b': 'Aufnahmen' }, { 'a.b': 'Photos' }, listed)).toEqual([])
    expect(termViolations('de-DE', { 'a.b': 'Fotos' }, { 'a.b': 'Photos' }, listed)).toEqual([
      'The glossary of de-DE lists a.b under "photo", but the message has the term.',
    ])
  })

  test('two translations of one English text', () => {
    const texts = { 'a.b': 'Total', 'a.c': 'Total' }
    expect(differentTranslations('de-DE', { 'a.b': 'Summe', 'a.c': 'Gesamt' }, texts, [])).toEqual([
      'de-DE translates "Total" in two ways: "Summe" in a.b, "Gesamt" in a.c.',
    ])
    expect(differentTranslations('de-DE', { 'a.b': 'Summe', 'a.c': 'Gesamt' }, texts, ['a.c'])).toEqual([])
  })
})

describe('the marks of a translation', () => {
  test.each([
    ['fr-FR', 'Supprimer ?', 'Supprimer\u00a0?'],
    ['fr-FR', 'Supprimer{count, plural, one { #} other { #}}?', 'https://a.example/?b'],
    ['fr-FR', '« Album »', '«\u00a0Album\u00a0»'],
    ['de-DE', 'Wird geladen…', 'Wird geladen\u00a0…'],
    ['es-ES', 'Total :', 'Total:'],
    ['nl-NL', "Foto's", 'Foto’s'],
  ])('in %s: %s', (locale, wrong, right) => {
    expect(spaceViolations(locale, { 'a.b': wrong })).toEqual([expect.stringContaining(`${locale} has `)])
    expect(spaceViolations(locale, { 'a.b': right })).toEqual([])
  })
})

describe('the counts of a text', () => {
  test('a count before a noun without a plural', () => {
    expect(countsWithoutPlural({ 'a.b': 'Up to {most, number} photos', ...english }, [])).toEqual([
      'en-GB has a count before "photos" without a plural in a.b: Up to {most, number} photos',
    ])
  })

  test('a count that is shown without the separator of the language', () => {
    expect(renderedCountViolations('de-DE', german)).toEqual([])
    expect(renderedCountViolations('de-DE', { 'a.b': '{count, plural, one {1} other {{count} Fotos}}' })).toEqual([
      'de-DE shows 1234 instead of 1.234 in a.b: 1234 Fotos',
    ])
  })

  test('a sign of the message format in the text', () => {
    expect(renderedCountViolations('de-DE', { 'a.b': "{count, plural, one {1} other {'#' Fotos}}" })).toContain(
      'de-DE shows a sign of the message format with 2 in a.b: # Fotos',
    )
  })
})

test('a text that is more than 35 % longer than its place', () => {
  const places = [{ name: 'a tab', width: 10, ids: ['a.b'] }]
  expect(placeViolations('de-DE', { 'a.b': 'Fotoabzüge 12' }, places)).toEqual([])
  expect(placeViolations('de-DE', { 'a.b': 'Fotoabzüge 123' }, places)).toEqual([
    'de-DE has 14 characters in a.b, but a tab has room for 13: Fotoabzüge 123',
  ])
})

describe('a review', () => {
  test('is out of date when the English text changes, and is renewed', () => {
    const reviewed = { 'upload.start': hashOf('Upload'), 'upload.old': hashOf('Old') }
    expect(staleTranslations('de-DE', german, reviewed, english)).toEqual([
      'The English text of upload.start has changed: compare that of de-DE, then run: npm run texts -- reviewed de-DE upload.start',
      'reviewed/de-DE.json has upload.old, which de-DE does not have.',
    ])
    const renewed = reviewedAfter(german, reviewed, english, ['upload.start'])
    expect(staleTranslations('de-DE', german, renewed, english)).toEqual([])
  })

  test('a difference of a variant that equals the other locale', () => {
    expect(needlessDifferences('de-AT', german, german)).toEqual([
      'differences/de-AT.json has upload.start, but the other locale of this language has the same text.',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { catalogueOfVariant, contentOf, readTexts, variants, writtenFile } from '../../launcher/catalogues.ts'
import { catalogueText, readCatalogue, translations } from './catalogueFiles.ts'
import { differentTranslations, needlessDifferences, staleTranslations } from './texts/agreement.ts'
import { differingIds } from './texts/allowed.ts'
import { countsWithoutPlural, render, renderedCountViolations } from './texts/counts.ts'
import { bannedWordViolations, readGlossary, termViolations } from './texts/glossary.ts'
import { fractions, placesOf, straightApostrophes } from './texts/lists.ts'
import { placeViolations } from './texts/places.ts'
import { spaceViolations } from './texts/spaces.ts'
import { specified } from './texts/specified.ts'

/* The wording of messages. catalogueShape.test.ts checks their form; textRules.test.ts breaks each of these rules. */

const english = readCatalogue('en-GB')

test('every English count before a noun is a plural', () => {
  expect(countsWithoutPlural(english, fractions)).toEqual([])
})

test('English has what the specification quotes', () => {
  const shown = specified.map(([id, , values = {}]) => [id, render('en-GB', english[id] ?? '', values)])
  // Our apostrophes are typographic; those of the specification are not.
  expect(shown.map(([id, text]) => [id, text?.replaceAll('’', "'")])).toEqual(
    specified.map(([id, quote]) => [id, quote]),
  )
})

describe.each(['en-GB', ...translations])('the texts of %s', (locale) => {
  const catalogue = readCatalogue(locale)

  test('have no banned word', () => {
    expect(bannedWordViolations(locale, catalogue, readGlossary(locale))).toEqual([])
  })

  test('have the spaces and marks of the language', () => {
    expect(spaceViolations(locale, catalogue, locale === 'en-GB' ? straightApostrophes : [])).toEqual([])
  })

  test('show counts as the language writes them', () => {
    expect(renderedCountViolations(locale, catalogue)).toEqual([])
  })

  test('fit their places', () => {
    expect(placeViolations(locale, catalogue, placesOf(english))).toEqual([])
  })
})

describe.each(translations)('the texts of %s', (locale) => {
  const catalogue = readCatalogue(locale)

  test('have the terms of the glossary', () => {
    expect(termViolations(locale, catalogue, english, readGlossary(locale))).toEqual([])
  })

  test('translate the same English text in the same way', () => {
    expect(differentTranslations(locale, catalogue, english, differingIds(locale))).toEqual([])
  })

  test('were compared with the present English texts', () => {
    const written = readTexts(writtenFile(locale))
    expect(staleTranslations(locale, written, readTexts(`reviewed/${locale}`), english)).toEqual([])
  })

  test('have the same terms in the glossary as every other language', () => {
    expect(Object.keys(readGlossary(locale).terms)).toEqual(Object.keys(readGlossary('nl-NL').terms))
  })
})

test.each(Object.keys(variants))(
  '%s has the texts of the locale that it is a variant of, except for its differences',
  (variant) => {
    expect(catalogueText(variant)).toBe(contentOf(catalogueOfVariant(variant)))
    const base = readCatalogue(variants[variant] ?? '')
    expect(needlessDifferences(variant, readTexts(`differences/${variant}`), base)).toEqual([])
  },
)

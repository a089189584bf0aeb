import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogueFolder } from '../../launcher/catalogues.ts'
import { clientMessages, compileCatalogue } from '../../web/build/compiledCatalogues.ts'
import { demoBrands } from '../support/brands.ts'
import { catalogueText, idsWhere, readCatalogue, translations } from './catalogueFiles.ts'
import { argumentViolations, keyViolations, pluralViolations } from './texts/shape.ts'

/* The form of each catalogue. catalogues.test.ts compares the catalogues with the code, and with English. */

const english = readCatalogue('en-GB')

test('every brand has all locales, and each locale has a catalogue', () => {
  const files = readdirSync(catalogueFolder).filter((name) => name.endsWith('.json'))
  expect(files.toSorted()).toEqual(['en-GB', ...translations].map((locale) => `${locale}.json`).toSorted())
  for (const brand of demoBrands) expect(brand.locales.toSorted()).toEqual(['en-GB', ...translations].toSorted())
})

describe.each(['en-GB', ...translations])('the catalogue %s', (locale) => {
  const catalogue = readCatalogue(locale)

  test('is a flat object in the order of its ids', () => {
    expect(idsWhere(catalogue, (_, message) => typeof message !== 'string')).toEqual([])
    const sorted = Object.fromEntries(Object.entries(catalogue).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    expect(catalogueText(locale)).toBe(`${JSON.stringify(sorted, null, 2)}\n`)
  })

  test('has a trimmed text for every message', () => {
    expect(idsWhere(catalogue, (_, message) => message === '' || message.trim() !== message)).toEqual([])
  })

  test('compiles without a syntax error', () => {
    expect(Object.keys(compileCatalogue(catalogueText(locale), locale))).toEqual(Object.keys(catalogue))
  })

  test('has the plural categories of its language', () => {
    expect(pluralViolations(locale, catalogue)).toEqual([])
  })
})

describe.each(translations)('the catalogue %s', (locale) => {
  const catalogue = readCatalogue(locale)

  test('has exactly the messages that English has', () => {
    expect(keyViolations(locale, catalogue, english)).toEqual([])
  })

  test('has the arguments and tags that English has', () => {
    expect(argumentViolations(locale, catalogue, english)).toEqual([])
  })
})

test('a message with a syntax error does not compile, and the error names it', () => {
  const broken = JSON.stringify({ 'common.close': 'Close', 'upload.start': '{count, plural, one {# photo}}' })
  expect(() => compileCatalogue(broken, 'en-GB.json')).toThrow(/^The message upload\.start of en-GB\.json has a syntax/)
})

test('the build leaves messages of the site service out of the client, which names none of them', () => {
  const kept = new Set(Object.keys(JSON.parse(clientMessages(catalogueText('en-GB')))))
  const left = Object.keys(english).filter((id) => !kept.has(id))
  expect(left).toEqual(expect.arrayContaining(['help.title', 'demoShop.title', 'feedback.title']))
  const files = execFileSync('git', ['ls-files', 'web/**/*.ts', 'web/**/*.tsx'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const sources = files.filter((file) => !file.includes('__generated__')).map((file) => readFileSync(file, 'utf8'))
  expect(
    left.filter((id) => sources.some((source) => source.includes(`'${id}'`) || source.includes(`"${id}"`))),
  ).toEqual([])
})

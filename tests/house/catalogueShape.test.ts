import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { demoBrands } from '../support/brands.ts'
import { compileCatalogue } from '../../web/build/compiledCatalogues.ts'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { catalogueFolder, catalogueText, idsWhere, readCatalogue, translations } from './catalogueFiles.ts'

/* The form of each catalogue. catalogues.test.ts compares the catalogues with the code, and with English. */

const english = readCatalogue('en-GB')

/** Finds the parts that a translation must keep: arguments with their formats, exact plural branches, counts, tags. */
function shape(elements: readonly MessageFormatElement[]): Set<string> {
  return new Set(
    elements.flatMap((element) => [...ownShape(element), ...inside(element).flatMap((part) => [...shape(part)])]),
  )
}

function ownShape(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return []
  const { type, value } = element
  if (type === TYPE.tag) return [`<${value}>`]
  if (type === TYPE.select) return Object.keys(element.options).map((name) => `{${value}, select} ${name}`)
  if (type === TYPE.plural) {
    const isCountShown = element.options['other']?.value.some((part) => part.type === TYPE.pound)
    const exact = Object.keys(element.options).filter((name) => name.startsWith('='))
    return [`{${value}, plural}${isCountShown ? ' #' : ''}`, ...exact.map((name) => `{${value}} ${name}`)]
  }
  return [`{${value}} ${type} ${JSON.stringify('style' in element ? element.style : undefined)}`]
}

function inside(element: MessageFormatElement): (readonly MessageFormatElement[])[] {
  if (element.type === TYPE.tag) return [element.children]
  if (element.type === TYPE.select || element.type === TYPE.plural) {
    return Object.values(element.options).map((option) => option.value)
  }
  return []
}

/** Returns the categories of every plural in a message, without exact branches. */
function pluralCategories(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    const own = element.type === TYPE.plural ? [Object.keys(element.options)] : []
    return [
      ...own.map((names) => names.filter((name) => !name.startsWith('='))),
      ...inside(element).flatMap(pluralCategories),
    ]
  })
}

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
    const known = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    // French, Italian and Spanish use "many" from a million on. The text of "other" reads well there too.
    const needed = known.filter((category) => category !== 'many')
    const isWrong = (categories: readonly string[]) =>
      needed.some((category) => !categories.includes(category)) ||
      categories.some((category) => !known.some((name) => name === category))
    expect(idsWhere(catalogue, (_, message) => pluralCategories(parse(message)).some(isWrong))).toEqual([])
  })
})

describe.each(translations)('the catalogue %s', (locale) => {
  const catalogue = readCatalogue(locale)

  test('has exactly the messages that English has', () => {
    const missing = Object.keys(english).filter((id) => !(id in catalogue))
    const extra = Object.keys(catalogue).filter((id) => !(id in english))
    expect({ missing, extra }).toEqual({ missing: [], extra: [] })
  })

  test('has the arguments and tags that English has', () => {
    for (const [id, message] of Object.entries(catalogue)) {
      expect(shape(parse(message)), id).toEqual(shape(parse(english[id] ?? '')))
    }
  })
})

test('a message with a syntax error does not compile, and the error names it', () => {
  const broken = JSON.stringify({ 'common.close': 'Close', 'upload.start': '{count, plural, one {# photo}}' })
  expect(() => compileCatalogue(broken, 'en-GB.json')).toThrow(/^The message upload\.start of en-GB\.json has a syntax/)
})

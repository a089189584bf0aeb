import { readFileSync } from 'node:fs'

/** Message texts by their ids. */
type Catalogue = Readonly<Record<string, string>>

export const catalogueFolder = 'web/locales'

/** The locales other than English. */
export const translations = [
  'nl-NL',
  'nl-BE',
  'fr-FR',
  'fr-BE',
  'de-DE',
  'es-ES',
  'it-IT',
  'sv-SE',
  'da-DK',
  'nb-NO',
] as const

/** The file of a locale. */
export function catalogueText(locale: string): string {
  return readFileSync(`${catalogueFolder}/${locale}.json`, 'utf8')
}

export function readCatalogue(locale: string): Catalogue {
  // catalogueShape.test.ts fails if the JSON has another shape.
  return JSON.parse(catalogueText(locale)) as Catalogue
}

/** The ids of the messages for which a condition is true. */
export function idsWhere(catalogue: Catalogue, isWrong: (id: string, message: string) => boolean): string[] {
  return Object.entries(catalogue).flatMap(([id, message]) => (isWrong(id, message) ? [id] : []))
}

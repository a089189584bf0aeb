import { readFileSync } from 'node:fs'
import { catalogueFolder, readTexts, type Texts } from '../../launcher/catalogues.ts'
import { locales } from '../../services/platform/locales.ts'

/** The locales other than English. */
export const translations = locales.slice(1)

/** The file of a locale. */
export function catalogueText(locale: string): string {
  return readFileSync(`${catalogueFolder}/${locale}.json`, 'utf8')
}

export function readCatalogue(locale: string): Texts {
  return readTexts(locale)
}

/** The ids of the messages for which `isWrong` is true. */
export function idsWhere(catalogue: Texts, isWrong: (id: string, message: string) => boolean): string[] {
  return Object.entries(catalogue).flatMap(([id, message]) => (isWrong(id, message) ? [id] : []))
}

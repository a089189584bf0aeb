import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Texts by their message ids. */
export type Texts = Readonly<Record<string, string>>

export const catalogueFolder = 'web/locales'

/**
 * Locales that differ from another locale of their language in a few messages. `differences/<locale>.json` has these
 * messages, and `npm run texts` writes the catalogue of the locale.
 */
export const variants: Readonly<Record<string, string>> = { 'nl-BE': 'nl-NL', 'fr-BE': 'fr-FR' }

/** The file of the texts that people write: a catalogue, or the differences of a variant. */
export function writtenFile(locale: string): string {
  return locale in variants ? `differences/${locale}` : locale
}

/** Reads `web/locales/<name>.json`. Returns no texts if the file is missing, because a new locale has none yet. */
export function readTexts(name: string): Texts {
  const file = `${catalogueFolder}/${name}.json`
  // catalogueShape.test.ts fails if the JSON has another shape.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {}
}

/** Writes `web/locales/<name>.json` in the order of the ids. Does not touch a file that has these texts already. */
export function writeTexts(name: string, texts: Texts): void {
  writeCatalogue(`${catalogueFolder}/${name}.json`, texts)
}

/** Writes texts to any file, as `writeTexts` does to a file of `web/locales`. */
export function writeCatalogue(file: string, texts: Texts): void {
  const content = contentOf(texts)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content)
}

/** The content of a file of texts. */
export function contentOf(texts: Texts): string {
  const sorted = Object.entries(texts).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/** The catalogue of a variant: the catalogue of the locale that it differs from, with the differences. */
export function catalogueOfVariant(variant: string): Texts {
  return { ...readTexts(variants[variant] ?? variant), ...readTexts(`differences/${variant}`) }
}

/** Identifies an English text in `reviewed/<locale>.json`. */
export function hashOf(english: string): string {
  return createHash('sha256').update(english).digest('hex').slice(0, 8)
}

/** The ids of the translations that are older than their English text. */
export function staleIds(written: Texts, reviewed: Texts, english: Texts): string[] {
  return Object.keys(written).filter((id) => reviewed[id] !== hashOf(english[id] ?? ''))
}

/**
 * Returns the content of `reviewed/<locale>.json` after a review.
 * @param ids the reviewed messages
 */
export function reviewedAfter(written: Texts, reviewed: Texts, english: Texts, ids: readonly string[]): Texts {
  const kept = Object.entries(reviewed).filter(([id]) => id in written)
  return { ...Object.fromEntries(kept), ...Object.fromEntries(ids.map((id) => [id, hashOf(english[id] ?? '')])) }
}

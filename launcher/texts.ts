import {
  catalogueOfVariant,
  readTexts,
  reviewedAfter,
  staleIds,
  variants,
  writeTexts,
  writtenFile,
} from './catalogues.ts'
import { locales } from '../services/platform/locales.ts'
import { pseudoKinds, writePseudoCatalogues } from './pseudoTexts.ts'
import { failWith } from './settings.ts'

const [source, ...translations] = locales

/**
 * `npm run texts`: sorts the catalogues, writes those of the variants (nl-BE, fr-BE), and lists the translations that
 * are older than their English text. `npm run texts -- reviewed de-DE upload.start` records that a translation fits
 * the present English text. Without ids, it records this for all translations of the locale.
 * `npm run texts -- pseudo accented <folder>` writes catalogues to try the product with.
 */
try {
  const [command, locale, ...ids] = process.argv.slice(2)
  if (command === 'reviewed') review(locale, ids)
  else if (command === 'pseudo') writePseudo(locale, ids[0])
  else if (command !== undefined) throw new Error('Write: npm run texts, or: npm run texts -- reviewed de-DE')
  sortAll()
  listStale()
} catch (error) {
  failWith(error)
}

function review(locale: string | undefined, ids: readonly string[]): void {
  if (!translations.some((known) => known === locale) || locale === undefined) {
    throw new Error(`Name one of these locales: ${translations.join(', ')}`)
  }
  const written = readTexts(writtenFile(locale))
  const unknown = ids.filter((id) => !(id in written))
  if (unknown.length > 0) throw new Error(`${locale} has no message ${unknown.join(', ')}.`)
  const name = `reviewed/${locale}`
  writeTexts(
    name,
    reviewedAfter(written, readTexts(name), readTexts(source), ids.length > 0 ? ids : Object.keys(written)),
  )
}

function writePseudo(name: string | undefined, folder: string | undefined): void {
  const kind = pseudoKinds.find((known) => known === name)
  if (!kind || folder === undefined) {
    throw new Error(`Write: npm run texts -- pseudo <${pseudoKinds.join(' or ')}> <folder>`)
  }
  writePseudoCatalogues(kind, folder)
}

function sortAll(): void {
  for (const locale of locales) writeTexts(writtenFile(locale), readTexts(writtenFile(locale)))
  for (const variant of Object.keys(variants)) writeTexts(variant, catalogueOfVariant(variant))
}

function listStale(): void {
  const english = readTexts(source)
  for (const locale of translations) {
    const stale = staleIds(readTexts(writtenFile(locale)), readTexts(`reviewed/${locale}`), english)
    const lines = stale.map((id) => `  ${id}: ${english[id]}\n`)
    process.stdout.write(`${locale}: ${stale.length} to review\n${lines.join('')}`)
  }
}

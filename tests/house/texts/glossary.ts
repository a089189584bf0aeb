import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { catalogueFolder, type Texts, variants } from '../../../launcher/catalogues.ts'
import { literalTexts } from './literals.ts'

const glossarySchema = z.strictObject({
  /** How customers are addressed: German "Sie" is formal, "du" is informal. */
  address: z.enum(['formal', 'informal']),
  /**
   * English terms, and how the language writes them (in upper or lower case). The first form is the term; the other
   * forms are accepted, too (an inflection, a compound, a verb). `…` stands for words between the parts of a verb.
   */
  terms: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  /**
   * Words that no text may have, and what to write instead. A word that ends with `*` stands for all words that begin
   * with it.
   */
  banned: z.record(z.string(), z.string().min(1)),
  /** By term: the ids of messages that say the same without the term. */
  rephrased: z.record(z.string(), z.array(z.string())),
})

const variantSchema = glossarySchema.pick({ terms: true, banned: true })

export type Glossary = z.infer<typeof glossarySchema>

/**
 * Reads `web/locales/glossary/<locale>.json`. The glossary of a variant is added to that of the locale of which it is a
 * variant.
 */
export function readGlossary(locale: string): Glossary {
  const own: unknown = JSON.parse(readFileSync(`${catalogueFolder}/glossary/${locale}.json`, 'utf8'))
  const base = variants[locale]
  if (base === undefined) return glossarySchema.parse(own)
  const glossary = readGlossary(base)
  const { terms, banned } = variantSchema.parse(own)
  return { ...glossary, terms: { ...glossary.terms, ...terms }, banned: { ...glossary.banned, ...banned } }
}

/** Returns a sentence for each banned word in a catalogue. */
export function bannedWordViolations(locale: string, catalogue: Texts, { banned }: Pick<Glossary, 'banned'>): string[] {
  const words = Object.entries(banned).map(([word, better]) => ({ word, better, pattern: wordPattern(word) }))
  return Object.entries(catalogue).flatMap(([id, message]) => {
    const texts = literalTexts(message)
    return words
      .filter(({ pattern }) => texts.some((text) => pattern.test(text)))
      .map(({ word, better }) => `${locale} has "${word}" in ${id}. Write instead: ${better}.`)
  })
}

/** Returns a sentence for each message whose English text has a term that the translation does not have. */
export function termViolations(locale: string, catalogue: Texts, english: Texts, glossary: Glossary): string[] {
  return Object.entries(glossary.terms).flatMap(([term, forms]) => {
    const pattern = englishPattern(term)
    const longer = Object.keys(glossary.terms).filter((other) => other !== term && other.includes(term))
    const needed = Object.keys(catalogue).filter((id) =>
      literalTexts(english[id] ?? '').some((text) => pattern.test(without(longer, text))),
    )
    const rephrased = glossary.rephrased[term] ?? []
    const lacking = needed.filter((id) => !hasForm(catalogue[id] ?? '', forms))
    return [
      ...lacking
        .filter((id) => !rephrased.includes(id))
        .map((id) => `${locale} does not write "${term}" as ${quoted(forms)} in ${id}: ${catalogue[id]}`),
      ...rephrased
        .filter((id) => !lacking.includes(id))
        .map((id) => `The glossary of ${locale} lists ${id} under "${term}", but the message has the term.`),
    ]
  })
}

function hasForm(message: string, forms: readonly string[]): boolean {
  return forms.some((form) => new RegExp(form.replaceAll('…', '.*'), 'iu').test(message))
}

/** An English text without longer terms: "photo" is not looked for in "photo book". */
function without(longer: readonly string[], text: string): string {
  return longer.reduce((rest, term) => rest.replaceAll(new RegExp(englishPattern(term), 'giu'), ' '), text)
}

function quoted(forms: readonly string[]): string {
  return forms.map((form) => `"${form}"`).join(' or ')
}

/** Finds an English term in the singular and the plural. */
function englishPattern(term: string): RegExp {
  return new RegExp(`(?<![\\p{L}-])${term.replace(/y$/, '(?:y|ie)')}(?:e?s)?(?![\\p{L}-])`, 'iu')
}

/**
 * Finds a word, or with `*` every word that begins with it. A word with capital letters is found only in this spelling.
 */
function wordPattern(word: string): RegExp {
  const isOpen = word.endsWith('*')
  const flags = word === word.toLowerCase() ? 'iu' : 'u'
  return new RegExp(`(?<![\\p{L}-])${isOpen ? word.slice(0, -1) : word}${isOpen ? '' : '(?!\\p{L})'}`, flags)
}

import type { Texts } from '../../../launcher/catalogues.ts'
import { literalTexts } from './literals.ts'

interface Rule {
  readonly languages: readonly string[]
  /** Finds what is wrong. */
  readonly pattern: RegExp
  readonly sentence: string
}

const rules: readonly Rule[] = [
  {
    languages: ['fr'],
    pattern: /[^\u00a0\u202f\s/?!:][:;?!»](?!\/\/|\w)|[ \t][:;?!»]|«[^\u00a0\u202f]/u,
    sentence: 'has no no-break space (U+00A0) before : ; ? ! or inside « »',
  },
  { languages: ['de'], pattern: /[^\u00a0]…/u, sentence: 'has no no-break space (U+00A0) before …' },
  {
    languages: ['en', 'nl', 'de', 'es', 'it', 'sv', 'da', 'nb'],
    pattern: /\s[:;?!](?!\p{L})/u,
    sentence: 'has a space before : ; ? or !',
  },
  {
    languages: ['en', 'nl', 'fr', 'de', 'es', 'it', 'sv', 'da', 'nb'],
    pattern: /'| {2}|[a-zà-ÿ]"|"[a-zà-ÿ]/u,
    sentence: 'has a straight quotation mark, a straight apostrophe or two spaces',
  },
]

/** Returns a sentence for each text whose spaces and marks are not those of its language. */
export function spaceViolations(locale: string, catalogue: Texts, allowed: readonly string[] = []): string[] {
  const language = locale.slice(0, 2)
  const own = rules.filter(({ languages }) => languages.includes(language))
  return Object.entries(catalogue)
    .filter(([id]) => !allowed.includes(id))
    .flatMap(([id, message]) => {
      const texts = literalTexts(message)
      return own.flatMap(({ pattern, sentence }) => {
        const wrong = texts.find((text) => pattern.test(text))
        return wrong === undefined ? [] : [`${locale} ${sentence} in ${id}: ${wrong}`]
      })
    })
}

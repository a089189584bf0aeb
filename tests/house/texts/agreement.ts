import { staleIds, type Texts } from '../../../launcher/catalogues.ts'

/**
 * Returns a sentence for each English text that has several translations.
 * @param allowed ids of messages whose translation may differ from that of the same English text
 */
export function differentTranslations(
  locale: string,
  catalogue: Texts,
  english: Texts,
  allowed: readonly string[],
): string[] {
  const idsByText = Map.groupBy(Object.keys(catalogue), (id) => english[id])
  return [...idsByText].flatMap(([text, ids]) => {
    const [first, ...others] = ids.filter((id) => !allowed.includes(id))
    return others
      .filter((id) => first !== undefined && catalogue[id] !== catalogue[first])
      .map(
        (id) =>
          `${locale} translates "${text}" in two ways: "${catalogue[first ?? '']}" in ${first}, "${catalogue[id]}" in ${id}.`,
      )
  })
}

/** Returns a sentence for each translation that was not compared with the present English text. */
export function staleTranslations(locale: string, written: Texts, reviewed: Texts, english: Texts): string[] {
  return [
    ...staleIds(written, reviewed, english).map(
      (id) =>
        `The English text of ${id} has changed: compare that of ${locale}, then run: npm run texts -- reviewed ${locale} ${id}`,
    ),
    ...Object.keys(reviewed)
      .filter((id) => !(id in written))
      .map((id) => `reviewed/${locale}.json has ${id}, which ${locale} does not have.`),
  ]
}

/** Returns a sentence for each message of a variant that has the same text as the other locale. */
export function needlessDifferences(variant: string, differences: Texts, base: Texts): string[] {
  return Object.entries(differences)
    .filter(([id, text]) => base[id] === text)
    .map(([id]) => `differences/${variant}.json has ${id}, but the other locale of this language has the same text.`)
}

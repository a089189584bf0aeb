import { parse } from '@formatjs/icu-messageformat-parser'
import type { Texts } from '../../../launcher/catalogues.ts'
import { countNames, render, valuesFor } from './counts.ts'

/** A place for short texts, with its width in characters. A text may be 35 % longer than the place. */
export interface Place {
  readonly name: string
  readonly width: number
  readonly ids: readonly string[]
}

/** How much longer than its place a text may be. */
const tolerance = 1.35

/** Returns a sentence for each text that is more than 35 % longer than its place. */
export function placeViolations(locale: string, catalogue: Texts, places: readonly Place[]): string[] {
  return places.flatMap(({ name, width, ids }) =>
    ids.flatMap((id) => {
      const text = longestOf(locale, catalogue[id] ?? '')
      const most = Math.floor(width * tolerance)
      if (text.length <= most) return []
      return [`${locale} has ${text.length} characters in ${id}, but ${name} has room for ${most}: ${text}`]
    }),
  )
}

/** Renders a message with values that make the text long. */
function longestOf(locale: string, message: string): string {
  const elements = parse(message)
  return render(locale, message, valuesFor(elements, countNames(elements), 100)) ?? message
}

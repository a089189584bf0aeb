import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'

/** Parsed messages by their ids. */
export type Messages = Readonly<Record<string, MessageFormatElement[]>>

/** Parses a catalogue of plain texts. A message with a syntax error is reported, and counts as missing. */
export function parseCatalogue(locale: string, catalogue: unknown): Messages {
  if (typeof catalogue !== 'object' || catalogue === null) throw new TypeError(`The catalogue ${locale} is not an object`)
  const messages: Record<string, MessageFormatElement[]> = {}
  for (const [id, message] of Object.entries(catalogue)) {
    if (typeof message !== 'string') continue
    try {
      messages[id] = parse(message)
    } catch (error) {
      reportError(new Error(`The message ${id} of the catalogue ${locale} has a syntax error.`, { cause: error }))
    }
  }
  return messages
}

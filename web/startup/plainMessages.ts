import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'

/**
 * Loads and parses a plain catalogue. A message with a syntax error counts as missing, and is reported.
 * @throws when there is no catalogue of the locale
 */
export async function fetchPlainMessages(
  locale: string,
  signal?: AbortSignal,
): Promise<Record<string, MessageFormatElement[]>> {
  const response = await fetch(`/locales/${encodeURIComponent(locale)}.json`, { signal: signal ?? null })
  if (!response.ok) throw new Error(`The catalogue ${locale} answered ${response.status}`)
  const catalogue: unknown = await response.json()
  if (typeof catalogue !== 'object' || catalogue === null)
    throw new TypeError(`The catalogue ${locale} is not an object`)
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

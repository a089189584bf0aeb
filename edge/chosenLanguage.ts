import type { IncomingHttpHeaders } from 'node:http'
import { readLocaleChoice } from '../schema/rules/localeChoice.ts'

/** Returns `Accept-Language` with the language that the visitor has chosen first, if they have chosen one. */
export function chosenLanguage(headers: IncomingHttpHeaders): Record<string, string> {
  const chosen = readLocaleChoice(headers.cookie ?? '')
  if (chosen === null) return {}
  return { 'accept-language': [chosen, headers['accept-language'] ?? ''].filter(Boolean).join(', ') }
}

import type { CallbackFormat } from '../../__generated__/resolvers.ts'

const formats = new Map<string, CallbackFormat>([
  ['json', 'JSON'],
  ['xml', 'XML'],
  ['csv', 'CSV'],
])

/** The format of delivery notices as the API names it; null for an unknown one. */
export function callbackFormatOf(format: string | null | undefined): CallbackFormat | null {
  return formats.get(format?.toLowerCase() ?? '') ?? null
}

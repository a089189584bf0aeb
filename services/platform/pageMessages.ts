import type { MessageCatalogue, ReadMessageCatalogue } from './messageCatalogues.ts'
import { createMessages, type Messages } from './messages.ts'

const sourceLocale = 'en-GB'

/**
 * The messages of a locale. Missing messages are in English. Parsed messages are kept until a catalogue changes.
 * @throws if a catalogue cannot be read
 */
export function createPageMessages(readCatalogue: ReadMessageCatalogue): (locale: string) => Promise<Messages> {
  const known = new Map<string, { readonly from: readonly MessageCatalogue[]; readonly messages: Messages }>()
  return async (locale) => {
    const from = await Promise.all([readCatalogue(sourceLocale), readCatalogue(locale)])
    const before = known.get(locale)
    if (before && from.every((catalogue, index) => catalogue === before.from[index])) return before.messages
    const messages = createMessages(locale, Object.assign({}, ...from))
    known.set(locale, { from, messages })
    return messages
  }
}

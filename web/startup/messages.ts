import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { compiledCatalogues } from 'virtual:compiled-catalogues'
import { fallbackLocale } from './locale.ts'

/** Parsed messages by their ids. */
export type Messages = Readonly<Record<string, MessageFormatElement[]>>

/**
 * Loads the messages of a locale. Missing messages are in English. A catalogue that has not changed since the build comes
 * compiled. A retailer's own catalogue comes as plain text and is parsed here; a message with a syntax error counts as
 * missing.
 * Rejects when there are no messages at all.
 * @param versions the versions of the catalogues in use, by locale
 * @param compiled the catalogues that the build has compiled
 */
export async function loadMessages(
  locale: string,
  versions: Readonly<Record<string, string>>,
  compiled = compiledCatalogues,
): Promise<Messages> {
  const unchanged = (name: string) => (compiled[name]?.version === versions[name] ? compiled[name] : undefined)
  const load = (name: string) => {
    const catalogue = unchanged(name)
    return catalogue ? fetchCompiled(catalogue.url).catch(() => fetchPlain(name)) : fetchPlain(name)
  }

  if (unchanged(locale)) return await load(locale)
  const english = compiled[fallbackLocale]
  const [ours, theirs, own] = await Promise.all([
    english && !unchanged(fallbackLocale) ? fetchCompiled(english.url).catch(() => null) : null,
    load(fallbackLocale).catch(() => null),
    locale === fallbackLocale ? null : load(locale).catch(() => null),
  ])
  if (!ours && !theirs) throw new Error('No messages could be loaded')
  return { ...ours, ...theirs, ...own }
}

async function fetchCompiled(url: string): Promise<Messages> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // The file is part of this build.
  return (await response.json()) as Messages
}

async function fetchPlain(locale: string): Promise<Messages> {
  const [response, { parse }] = await Promise.all([
    fetch(`/locales/${encodeURIComponent(locale)}.json`),
    import('@formatjs/icu-messageformat-parser'),
  ])
  if (!response.ok) throw new Error(`The catalogue ${locale} answered ${response.status}`)
  const catalogue: unknown = await response.json()
  if (typeof catalogue !== 'object' || catalogue === null) throw new TypeError(`The catalogue ${locale} is no object`)
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

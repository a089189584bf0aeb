import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { compiledCatalogues } from 'virtual:compiled-catalogues'
import { fallbackLocale } from './locale.ts'

/** Parsed messages by their ids. */
export type Messages = Readonly<Record<string, MessageFormatElement[]>>

/** The locales whose messages are part of the build. None in development. */
export const compiledLocales: readonly string[] = Object.keys(compiledCatalogues)

/** How long (ms) to wait for a retailer's own catalogue, when ours can replace it. */
const deadline = 5_000

/**
 * Loads the messages of a locale. Missing messages are in English. A catalogue that has not changed since the build
 * comes compiled. A retailer's own catalogue comes as plain text and is parsed here; a message with a syntax error
 * counts as missing, and a catalogue that cannot be loaded is replaced by ours in the same language. Rejects when there
 * are no messages at all.
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
    const ours = compiled[name]
    if (!ours) return fetchPlain(name)
    return unchanged(name)
      ? fetchCompiled(ours.url).catch(() => fetchPlain(name))
      : fetchPlain(name, AbortSignal.timeout(deadline)).catch(() => fetchCompiled(ours.url))
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

/** Loads our messages of a locale from the build, whether the site uses them or a retailer's own. */
export async function loadCompiledMessages(locale: string, compiled = compiledCatalogues): Promise<Messages> {
  const catalogue = compiled[locale]
  if (!catalogue) throw new Error(`The build has no messages for ${locale}`)
  return await fetchCompiled(catalogue.url)
}

async function fetchCompiled(url: string): Promise<Messages> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // The cast is safe: the file is part of this build.
  return (await response.json()) as Messages
}

/** Few customers need the code that parses plain catalogues, so it is loaded later. */
async function fetchPlain(locale: string, signal?: AbortSignal): Promise<Messages> {
  const { fetchPlainMessages } = await import('./plainMessages.ts')
  return fetchPlainMessages(locale, signal)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The messages of a locale by id, in ICU syntax. */
export type MessageCatalogue = Readonly<Record<string, string>>

/** @throws if the locale has no catalogue, or an invalid one */
export type ReadMessageCatalogue = (locale: string) => Promise<MessageCatalogue>

const catalogueSchema = z.record(z.string(), z.string())
const cacheMilliseconds = 60_000

/**
 * Reads catalogues from their folder, `<locale>.json`. They are cached for a minute; until a catalogue has changed, the
 * same object is returned. Failures are not cached.
 */
export function createMessageCatalogues(folder: string): ReadMessageCatalogue {
  const known = new Map<string, { readonly value: Promise<Read>; readonly until: number }>()
  return async (locale) => {
    const before = known.get(locale)
    if (before && before.until > Date.now()) return (await before.value).catalogue
    const value = read(join(folder, `${locale}.json`), before?.value)
    known.set(locale, { value, until: Date.now() + cacheMilliseconds })
    value.catch(() => known.delete(locale))
    return (await value).catalogue
  }
}

interface Read {
  readonly text: string
  readonly catalogue: MessageCatalogue
}

async function read(file: string, before: Promise<Read> | undefined): Promise<Read> {
  const [text, last] = await Promise.all([readFile(file, 'utf8'), before?.catch(() => undefined)])
  return last?.text === text ? last : { text, catalogue: catalogueSchema.parse(JSON.parse(text)) }
}

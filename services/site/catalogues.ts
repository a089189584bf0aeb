import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = /^([a-z]{2}-[A-Z]{2})\.json$/

/** The message catalogues: one flat JSON object per locale. */
export interface Catalogues {
  /** The locales that currently have a catalogue. */
  locales(): Promise<ReadonlySet<string>>
  /** The unparsed file; null if there is none. */
  read(locale: string): Promise<Buffer | null>
}

/** Reads catalogues from a folder. A file is read again only after it has changed. */
export function createCatalogues(folder: string): Catalogues {
  const known = new Map<string, { version: string; content: Buffer }>()
  return {
    async locales() {
      const names = await readdir(folder)
      return new Set(names.flatMap((name) => fileName.exec(name)?.[1] ?? []))
    },
    async read(locale) {
      // The pattern allows no dots or slashes, so no file outside the folder can be read.
      if (!fileName.test(`${locale}.json`)) return null
      const file = join(folder, `${locale}.json`)
      const found = await stat(file).catch(() => null)
      if (!found?.isFile()) return null
      const version = `${found.mtimeMs}:${found.size}`
      const before = known.get(locale)
      if (before?.version === version) return before.content
      const content = await readFile(file)
      known.set(locale, { version, content })
      return content
    },
  }
}

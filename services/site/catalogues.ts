import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = /^([a-z]{2}-[A-Z]{2})\.json$/

/** The message catalogues: one flat JSON object per locale. */
export interface Catalogues {
  /** Those there are now. */
  locales(): Promise<ReadonlySet<string>>
  /** The file as it is; null when there is none of that name. */
  read(locale: string): Promise<Buffer | null>
}

/** Reads catalogues from a folder, again only when a file has changed. */
export function createCatalogues(folder: string): Catalogues {
  const known = new Map<string, { version: string; content: Buffer }>()
  return {
    async locales() {
      const names = await readdir(folder)
      return new Set(names.flatMap((name) => fileName.exec(name)?.[1] ?? []))
    },
    async read(locale) {
      // The pattern has no dots and slashes: nothing outside the folder can be asked for.
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

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { versionOf } from './answer.ts'

const fileName = /^([a-z]{2}-[A-Z]{2})\.json$/

/** The message catalogues: one flat JSON object per locale. */
export interface Catalogues {
  /** The version of each catalogue in the folder, by locale. */
  versions(): Promise<ReadonlyMap<string, string>>
  /** The bytes of a catalogue's file; null when there is no such file. */
  read(locale: string): Promise<Buffer | null>
}

/** Reads catalogues from a folder. A file is read again only after it has changed. */
export function createCatalogues(folder: string): Catalogues {
  const known = new Map<string, { stamp: string; content: Buffer; version: string }>()
  async function find(locale: string): Promise<{ content: Buffer; version: string } | null> {
    // The pattern allows neither dots nor slashes in the name, so that nothing outside the folder can be read.
    if (!fileName.test(`${locale}.json`)) return null
    const file = join(folder, `${locale}.json`)
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return null
    const stamp = `${found.mtimeMs}:${found.size}`
    const before = known.get(locale)
    if (before?.stamp === stamp) return before
    const content = await readFile(file)
    const read = { stamp, content, version: versionOf(content) }
    known.set(locale, read)
    return read
  }

  return {
    async versions() {
      const names = await readdir(folder)
      const locales = names.flatMap((name) => fileName.exec(name)?.[1] ?? [])
      const catalogues = await Promise.all(locales.map(async (locale) => ({ locale, catalogue: await find(locale) })))
      return new Map(catalogues.flatMap(({ locale, catalogue }) => (catalogue ? [[locale, catalogue.version]] : [])))
    },
    async read(locale) {
      return (await find(locale))?.content ?? null
    },
  }
}

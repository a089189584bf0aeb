import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const moduleId = 'virtual:compiled-catalogues'
const resolvedId = `\0${moduleId}`

/**
 * Compiles our message catalogues in production builds, so that the browser needs no parser. Each catalogue becomes a
 * JSON asset. The module `virtual:compiled-catalogues` has the address of each asset and the version of the text that
 * was compiled. The development server compiles nothing: the browser parses the catalogues, so an edited text shows
 * after a reload.
 * @param folder path of the folder with the catalogues (`<locale>.json`), with a closing slash
 */
export function compiledCatalogues(folder: string): Plugin {
  let isBuild = false
  return {
    name: 'keepsake-compiled-catalogues',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: { filter: { id: /^virtual:compiled-catalogues$/ }, handler: () => resolvedId },
    load: {
      filter: { id: /^\0virtual:compiled-catalogues$/ },
      handler() {
        if (!isBuild) return 'export const compiledCatalogues = {}'
        const entries = catalogueFiles(folder).map((file) => {
          const text = readFileSync(`${folder}${file}`, 'utf8')
          const source = JSON.stringify(compileCatalogue(clientMessages(text), file))
          const asset = this.emitFile({ type: 'asset', name: file, source })
          const version = JSON.stringify(catalogueVersion(text))
          return `${JSON.stringify(file.replace('.json', ''))}: { url: import.meta.ROLLUP_FILE_URL_${asset}, version: ${version} }`
        })
        return `export const compiledCatalogues = { ${entries.join(',\n')} }`
      },
    },
  }
}

/** The catalogues in a folder, without the translators' files in its subfolders. */
function catalogueFiles(folder: string): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.json'))
}

/**
 * Messages of pages and scripts that the site service renders. The client's catalogues do not contain these messages,
 * because the first view waits for the catalogue.
 */
const servedElsewhere = /^(help|demoShop|feedback)\./

/** A catalogue without the messages that only the site service needs. */
export function clientMessages(text: string): string {
  const messages = Object.entries(JSON.parse(text) as Record<string, string>)
  return JSON.stringify(Object.fromEntries(messages.filter(([id]) => !servedElsewhere.test(id))))
}

/**
 * Parses every message of a catalogue.
 * @param text the catalogue: a flat JSON object of ids and ICU messages
 * @param name names the catalogue in errors
 * @throws Error that names the first message with a syntax error
 */
export function compileCatalogue(text: string, name: string): Record<string, MessageFormatElement[]> {
  const messages = Object.entries(JSON.parse(text) as Record<string, string>)
  return Object.fromEntries(messages.map(([id, message]) => [id, compile(id, message, name)]))
}

function compile(id: string, message: string, name: string): MessageFormatElement[] {
  try {
    return parse(message)
  } catch (error) {
    throw new Error(`The message ${id} of ${name} has a syntax error: ${message}`, { cause: error })
  }
}

/** The version of a catalogue's text, as the site service computes it for `/config.json` (services/site/answer.ts). */
export function catalogueVersion(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

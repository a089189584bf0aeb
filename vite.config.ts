import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, Visitor, defineConfig, parseSync } from 'vite'
import { compiledCatalogues } from './web/build/compiledCatalogues.ts'
import { firstViewChunks, inlineFirstRequests } from './web/build/firstViewChunks.ts'
import { relayFiles } from './web/build/relayFiles.ts'
import { routeTable } from './web/build/routeTable.ts'
import { routePaths } from './web/shared/routePaths.ts'

const catalogues = fileURLToPath(new URL('web/locales/', import.meta.url))
const generated = fileURLToPath(new URL('web/__generated__/', import.meta.url))
const routerBuild = fileURLToPath(new URL('node_modules/react-router/dist/production/', import.meta.url))
const isOfPage = /\/\w+(Page|Layout)-[^/]*$/
/** Pages that customers open rarely, mostly from a mail or from the settings. */
const isOfRarePage =
  /\/\w*(Deletion|Deleted|EmailChange|Error|Subscription|DataDownload|Ftp|Export|PaymentMethod)\w*Page-[^/]*$/
const operationName = /\b(?:query|mutation|subscription|fragment)\s+(\w+)/

/**
 * Replaces each graphql tag with an import of the artifact that relay-compiler wrote for it. The imports are added at
 * the end of the file, and the line breaks of the tags stay, so that every line keeps its number and no source map is
 * needed.
 */
function relay(): Plugin {
  return {
    name: 'keepsake-relay',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(web|tests\/web)\/.*\.tsx?$/, code: 'graphql`' },
      handler(code, id) {
        const tags: { start: number; end: number; name: string; lines: number }[] = []
        new Visitor({
          TaggedTemplateExpression({ tag, quasi, start, end }) {
            if (tag.type !== 'Identifier' || tag.name !== 'graphql') return
            const text = code.slice(quasi.start, quasi.end)
            const name = operationName.exec(text)?.[1]
            if (!name) throw new Error(`A graphql tag without a name in ${id}`)
            tags.push({ start, end, name, lines: text.split('\n').length - 1 })
          },
        }).visit(parseSync(id, code).program)
        let result = code
        for (const { start, end, name, lines } of tags.toReversed()) {
          result = `${result.slice(0, start)}relay_${name}${'\n'.repeat(lines)}${result.slice(end)}`
        }
        const imports = tags.map(
          ({ name }) => `import relay_${name} from ${JSON.stringify(`${generated}${name}.graphql.ts`)}`,
        )
        return { code: `${result}\n${imports.join('\n')}\n`, map: null }
      },
    },
  }
}

/** Inserts messages of the English catalogue into index.html, for texts that are shown before any script runs. */
function startupMessages(): Plugin {
  return {
    name: 'keepsake-startup-messages',
    transformIndexHtml(html) {
      // The catalogue is a flat object of ids and messages.
      const messages = JSON.parse(readFileSync(`${catalogues}en-GB.json`, 'utf8')) as Record<string, string>
      return html.replaceAll(/\{message:([\w.]+)\}/g, (_, id: string) => {
        const message = messages[id]
        if (message === undefined) throw new Error(`index.html names a message that does not exist: ${id}`)
        return message
      })
    },
  }
}

/** Selects React Router's production build, because the exports of the package name only its development build. */
function productionRouter(): Plugin {
  const alias = [
    { find: /^react-router$/, replacement: `${routerBuild}index.mjs` },
    { find: /^react-router\/dom$/, replacement: `${routerBuild}dom-export.mjs` },
  ]
  return { name: 'keepsake-production-router', apply: 'build', config: () => ({ resolve: { alias } }) }
}

/**
 * Our messages are compiled, so FormatJS needs no parser: where FormatJS imports its parser package, it gets the
 * variant without a parser. Our own import of the package, for a retailer's plain texts, still gets the parser.
 */
function formatterWithoutParser(): Plugin {
  return {
    name: 'keepsake-formatter-without-parser',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@formatjs\/icu-messageformat-parser$/ },
      handler(id, importer) {
        return importer?.includes('/node_modules/') ? this.resolve(`${id}/no-parser.js`, importer) : null
      },
    },
  }
}

/** Builds the client as static files; in development, serves it behind the edge. */
export default defineConfig({
  root: fileURLToPath(new URL('web', import.meta.url)),
  plugins: [
    relay(),
    relayFiles(),
    startupMessages(),
    compiledCatalogues(catalogues),
    formatterWithoutParser(),
    productionRouter(),
    inlineFirstRequests(),
    routeTable(Object.values(routePaths)),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: firstViewChunks,
        // The first view's scripts name the files of all pages. Each further character of a hash makes them larger.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
    modulePreload: {
      polyfill: false,
      // Lists of chunks to preload make the first view's scripts larger. So only pages that are often opened have such
      // a list. Parts that open within a page have none.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' || (isOfPage.test(file) && !isOfRarePage.test(file)) ? needed : [],
    },
  },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
})

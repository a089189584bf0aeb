import type { Plugin, Rolldown } from 'vite'

const first = /\/web\/startup\/first\.ts$/
const entry = /\/web\/main\.tsx$/
const layout = /\/web\/pages\/library\/LibraryLayout\.tsx$/
const firstPage = /\/web\/pages\/library\/timeline\/TimelinePage\.tsx$/
const pages = /\/web\/pages\//
const generated = /\/web\/__generated__\//

/**
 * Puts the first view into four chunks: the first requests, which are sent before the rest is loaded; the entry with all
 * code that belongs to no single page; the library's layout; and the timeline. By default the bundler makes a chunk for
 * everything that two pages share. Many small chunks compress worse, and each uses one of the browser's six connections,
 * which then is not free for the page's query.
 */
export const firstViewChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: (id, bundle) => (isLoadedWith(first, id, bundle) ? 'first' : null) },
    { name: (id, bundle) => (isInStart(id, bundle) ? 'start' : null) },
    // Named like the page's own chunks, because vite.config.ts finds the pages by their chunks' names.
    { name: (id, bundle) => (isLoadedWith(layout, id, bundle) ? 'LibraryLayout' : null) },
    { name: (id, bundle) => (isLoadedWith(firstPage, id, bundle) ? 'TimelinePage' : null) },
  ],
}

/**
 * Lets the browser run the chunk of the first requests as soon as it has arrived, and fetch the chunks of the library and
 * the timeline at the same time as the entry, instead of after it has run.
 */
export function preloadFirstView(): Plugin {
  return {
    name: 'keepsake-preload-first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const chunkOf = (name: string) => {
          const found = chunks.find((chunk) => chunk.name === name)
          if (!found) throw new Error(`The build has no chunk ${name}.`)
          return found
        }
        const needed = ['LibraryLayout', 'TimelinePage'].map(chunkOf)
        const early = `<script type="module" crossorigin src="/${chunkOf('first').fileName}">`
        if (!html.includes(early)) throw new Error('The page does not load the chunk first.')
        const scripts = needed.map(({ fileName }) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
        }))
        const styles = needed
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
          .map((href) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${href}` },
          }))
        // An async script waits neither for other scripts nor for styles.
        return { html: html.replace(early, early.replace('module"', 'module" async')), tags: [...scripts, ...styles] }
      },
    },
  }
}

interface Bundle {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

function isInStart(id: string, bundle: Bundle): boolean {
  if (isLoadedWith(entry, id, bundle)) return true
  // Relay's artifacts go where their fragments are.
  if (generated.test(id)) return bundle.getModuleInfo(id)?.importers.some((name) => isInStart(name, bundle)) ?? false
  return !pages.test(id) && (isLoadedWith(layout, id, bundle) || isLoadedWith(firstPage, id, bundle))
}

/** Whether a module is the page's own module, or is imported by it statically. */
function isLoadedWith(page: RegExp, id: string, bundle: Bundle): boolean {
  const found = new Set([id])
  for (const module of found) {
    if (page.test(module)) return true
    for (const importer of bundle.getModuleInfo(module)?.importers ?? []) found.add(importer)
  }
  return false
}

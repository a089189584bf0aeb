import type { Plugin, Rolldown } from 'vite'

const entry = /\/web\/main\.tsx$/
const layout = /\/web\/pages\/library\/LibraryLayout\.tsx$/
const firstPage = /\/web\/pages\/library\/timeline\/TimelinePage\.tsx$/
const pages = /\/web\/pages\//
const generated = /\/web\/__generated__\//

/**
 * Puts the first view into three chunks: the entry with all that is not a page's own, the library's layout, and the
 * timeline. By default the bundler makes a chunk of whatever two pages share. Many small chunks compress worse, and each
 * takes one of the browser's six connections from the page's query.
 */
export const firstViewChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: (id, bundle) => (isInStart(id, bundle) ? 'start' : null) },
    // Named like the page's own chunks, because vite.config.ts finds the pages by their chunks' names.
    { name: (id, bundle) => (isLoadedWith(layout, id, bundle) ? 'LibraryLayout' : null) },
    { name: (id, bundle) => (isLoadedWith(firstPage, id, bundle) ? 'TimelinePage' : null) },
  ],
}

/** Lets the browser fetch the chunks of the library and the timeline beside the entry, instead of after it has run. */
export function preloadFirstView(): Plugin {
  return {
    name: 'keepsake-preload-first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const needed = ['LibraryLayout', 'TimelinePage'].map((name) => {
          const found = chunks.find((chunk) => chunk.name === name)
          if (!found) throw new Error(`The build has no chunk ${name}.`)
          return found
        })
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
        return [...scripts, ...styles]
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

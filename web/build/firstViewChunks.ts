import type { Plugin, Rolldown } from 'vite'

const first = /\/web\/startup\/first\.ts$/
const entry = /\/web\/main\.tsx$/
const layout = /\/web\/pages\/library\/LibraryLayout\.tsx$/
const firstPage = /\/web\/pages\/library\/timeline\/TimelinePage\.tsx$/
const generated = /\/web\/__generated__\//

/**
 * Puts the first view into two chunks: the first requests, which are sent before the rest is loaded; and the rest, which is
 * the entry with the library's layout and the timeline. By default the bundler makes a chunk for everything that two pages
 * share. Many small chunks compress worse, and each uses one of the browser's six connections, which then is not free for
 * the page's query.
 */
export const firstViewChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: (id, bundle) => (isLoadedWith([first], id, bundle) ? 'first' : null) },
    { name: (id, bundle) => (isInStart(id, bundle) ? 'start' : null) },
  ],
}

/** Lets the browser run the chunk of the first requests as soon as it has arrived. */
export function runFirstRequests(): Plugin {
  return {
    name: 'keepsake-run-first-requests',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'first')
        const early = `<script type="module" crossorigin src="/${chunk?.fileName}">`
        if (!html.includes(early)) throw new Error('The page does not load the chunk first.')
        // An async script waits neither for other scripts nor for styles.
        return html.replace(early, early.replace('module"', 'module" async'))
      },
    },
  }
}

interface Bundle {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

function isInStart(id: string, bundle: Bundle): boolean {
  // Relay's artifacts go where their fragments are.
  return generated.test(id)
    ? (bundle.getModuleInfo(id)?.importers.some((name) => isInStart(name, bundle)) ?? false)
    : isLoadedWith([entry, layout, firstPage], id, bundle)
}

/** Whether a module is one of these, or is imported by one statically. */
function isLoadedWith(roots: readonly RegExp[], id: string, bundle: Bundle): boolean {
  const found = new Set([id])
  for (const module of found) {
    if (roots.some((root) => root.test(module))) return true
    for (const importer of bundle.getModuleInfo(module)?.importers ?? []) found.add(importer)
  }
  return false
}

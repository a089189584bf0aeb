import type { Rolldown } from 'vite'

const entry = /\/web\/main\.tsx$/
/** The library around its pages, with what is the project's own of it. */
const layout = /\/web\/pages\/library\/LibraryLayout\.tsx$/
const own = /\/web\//
const firstPage = /\/web\/pages\/library\/timeline\/TimelinePage\.tsx$/
/** What the timeline shares with other pages is in its chunk only as far as it belongs to a grid of photos. */
const grids =
  /\/web\/pages\/library\/(?:timeline|months|photo-collection)\/|\/web\/__generated__\/(?:Collection|Timeline|Grid|PhotoTile)/

/**
 * The first view in three chunks: what the entry brings, the library around its pages, and the timeline with its grid. By
 * itself the bundler makes a chunk of whatever two pages share, and many small ones compress worse than one.
 */
export const firstViewChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: (id, bundle) => (isLoadedWith(entry, id, bundle) ? 'start' : null) },
    // Named as what they come with, for what is fetched beforehand is found by that.
    { name: (id, bundle) => (own.test(id) && isLoadedWith(layout, id, bundle) ? 'LibraryLayout' : null) },
    { name: (id, bundle) => (grids.test(id) && isLoadedWith(firstPage, id, bundle) ? 'TimelinePage' : null) },
  ],
}

interface Bundle {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

/** Whether a module is the page's, or is imported by one that is. */
function isLoadedWith(page: RegExp, id: string, bundle: Bundle): boolean {
  const found = new Set([id])
  for (const module of found) {
    if (page.test(module)) return true
    for (const importer of bundle.getModuleInfo(module)?.importers ?? []) found.add(importer)
  }
  return false
}

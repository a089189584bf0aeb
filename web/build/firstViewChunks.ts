import type { Plugin, Rolldown } from 'vite'

const first = /\/web\/startup\/first\.ts$/
const entry = /\/web\/main\.tsx$/
const layout = /\/web\/pages\/library\/LibraryLayout\.tsx$/
const firstPage = /\/web\/pages\/library\/timeline\/TimelinePage\.tsx$/
/** Small modules that nearly every page of the account area needs. */
const pageParts =
  /\/web\/(relay\/(useReturn|useFreshQuery|useAppMutation|unknownResult|followEvents)|auth\/signInAgain|shared\/(PartFailure|Picture\.|PhotoImage|Section\.|AppLinkButton|ToPhotos|copyText|fileSize|money|typedTexts|exportDialog|focusAfterDialog|useReadAgain|orders\/useOrder|fileDownload\/(saveFile|useKeptFocus)|page\/PageFrame|page-links\/|storage\/OrderLink)|ui\/(EmptyState|hasContent|Prints|ActionLink|actionLink|IconButton|LinkButton|Tooltip|buttonClass|laterIcons))/
/** Small modules that several pages of the settings, or orders, need. */
const settingsParts =
  /\/web\/(shared\/(settings\/|address\/(AddressLines|addressLabel|homeCountry|refusedFields|addressTexts|readAddress|inputOf)|useSettingsPath|useFieldErrors|RecentSignInNotice)|ui\/(TextField|SelectField))/
/** The tables of uploads and archives that several pages of the library need. */
const archiveParts = /\/web\/shared\/(archives|fileDownload)\//
/** The frame of the pages without the shell, and of messages that fill a page. */
const plainParts = /\/web\/(ui\/(PlainFrame|MessagePage|MessagePicture)|pages\/sign-in\/SignedOutPage)/
/**
 * The question about cookies, the footer with the languages, and the pages of both. Every page loads these modules
 * after its view.
 */
const laterParts =
  /\/(web\/(shared\/(consent|language|followScrolling|page\/Footer)|pages\/(cookie-settings|language)|ui\/MenuButton)|schema\/rules\/(cookieConsent|languageNames))/
const generated = /\/web\/__generated__\//

/**
 * Puts the code of the first view into two chunks. `first` sends the first requests before the rest is loaded. `start`
 * is the entry with the library's layout and the timeline. By default the bundler makes a chunk for everything that two
 * pages share. Many small chunks compress worse, and they occupy the browser's six connections, one of which the page's
 * query needs.
 *
 * `page`, `settings`, `plain`, `archives` and `later` have small parts of all other pages. Otherwise each part would be
 * a chunk of its own, and `start`, which names the chunks of each page, would be larger.
 */
export const firstViewChunks: Rolldown.CodeSplittingOptions = {
  includeDependenciesRecursively: false,
  groups: [
    { name: (id, bundle) => (isLoadedWith([first], id, bundle) ? 'first' : null) },
    { name: (id, bundle) => (isInStart(id, bundle) ? 'start' : null) },
    { name: 'page', test: pageParts },
    { name: 'settings', test: settingsParts },
    { name: 'plain', test: plainParts },
    { name: 'archives', test: archiveParts },
    { name: 'later', test: laterParts },
  ],
}

/**
 * Puts a copy of the chunk `first` into the page. This saves a request, and the copy runs before any file arrives. The
 * edge adds the hash of the copy to the content security policy (edge/page.ts).
 */
export function inlineFirstRequests(): Plugin {
  return {
    name: 'keepsake-inline-first-requests',
    apply: 'build',
    // Only now is the code final: Vite has replaced its placeholders.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        // The builds of some tests have no page.
        if (page?.type !== 'asset') return
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'first')
        if (chunk?.type !== 'chunk') throw new Error('The build has no chunk named "first".')
        page.source = withCopy(String(page.source), chunk)
      },
    },
  }
}

/**
 * Replaces the element that loads a chunk by a copy of the chunk's code.
 * @throws Error when the page does not load the chunk, or the code cannot be part of a page
 */
export function withCopy(html: string, chunk: Pick<Rolldown.OutputChunk, 'fileName' | 'code'>): string {
  const file = `<script type="module" crossorigin src="/${chunk.fileName}"></script>`
  if (!html.includes(file)) throw new Error('The page does not load the chunk "first".')
  // The browser would resolve relative imports of the copy against the page's address, not against /assets/.
  const code = chunk.code.replaceAll(/(["'`])\.\/([\w.-]+\.js)\1/g, '$1/assets/$2$1')
  if (code.includes('__VITE_')) throw new Error('The chunk "first" is not final yet.')
  if (code.includes('</script')) throw new Error('The chunk "first" contains "</script", which would end the element.')
  // The rest of the client still imports the file. An async script waits neither for other scripts nor for styles.
  const preload = `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`
  return html.replace(file, () => `<script type="module" async>${code}</script>\n    ${preload}`)
}

interface Bundle {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null
}

function isInStart(id: string, bundle: Bundle): boolean {
  // Relay's artifacts go into the chunk of the modules that import them.
  return generated.test(id)
    ? (bundle.getModuleInfo(id)?.importers.some((name) => isInStart(name, bundle)) ?? false)
    : isLoadedWith([entry, layout, firstPage], id, bundle)
}

/** Whether a module is one of the roots, or a root imports it statically, directly or through other modules. */
function isLoadedWith(roots: readonly RegExp[], id: string, bundle: Bundle): boolean {
  const found = new Set([id])
  for (const module of found) {
    if (roots.some((root) => root.test(module))) return true
    for (const importer of bundle.getModuleInfo(module)?.importers ?? []) found.add(importer)
  }
  return false
}

import { type Plugin, Visitor, parseSync } from 'vite'

type Replacements = ReadonlyMap<string, string>

const never = `{ throw new Error('This part of React Router is left out: see web/leaveOutRouter.ts') }`

/** What of React Router a production build does without, by the function's name, and the body that stands there instead. */
const bodies: Replacements = new Map([
  // Forms and fetchers: changes are mutations of Relay, and so are questions outside of navigations.
  ['useSubmit', never],
  ['useFormAction', never],
  ['fetch2', never],
  ['handleFetcherAction', never],
  ['handleFetcherLoader', never],
  ['handleAction', never],
  ['normalizeNavigateOptions', '{ return { path } }'],
  // Loading what a link leads to beforehand, which needs the framework's server.
  ['usePrefetchBehavior', '{ return [false, null, {}] }'],
  ['PrefetchPageLinks', never],
  // What a server has rendered.
  ['parseHydrationData', '{}'],
  ['RSCErrorHandler', never],
  ['decodeRouteErrorResponseDigest', '{}'],
  // Routes that are found out about later.
  ['discoverRoutes', never],
  ['patchRoutesImpl', never],
  // Watching the router from outside.
  ['getRouteInstrumentationUpdates', never],
  ['instrumentClientSideRouter', never],
  // Whether the browser's transition between two pages is on its way.
  ['useViewTransitionState', '{ return false }'],
])

/** The same for components that are variables. */
const values: Replacements = new Map([['Form', '{}']])

/**
 * Leaves out of production builds what React Router brings along and this client does not use; most of it is reachable
 * from what is used, so that nothing else could tell. The build fails when one of the functions is no longer there.
 */
export function leaveOutRouter(): Plugin {
  const missing = new Set([...bodies.keys(), ...values.keys()])
  return {
    name: 'keepsake-leave-out-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/ },
      handler(code, id) {
        const parts = partsLeftOut(code, id)
        for (const { name } of parts) missing.delete(name)
        return { code: parts.reduceRight(replacePart, code), map: null }
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`React Router no longer has ${[...missing].join(', ')}`)
    },
  }
}

interface Part {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly instead: string
}

/** In the order in which they stand; none is within another. */
function partsLeftOut(code: string, id: string): Part[] {
  const parts: Part[] = []
  const add = (name = '', replacements: Replacements, place: { start: number; end: number } | null) => {
    const instead = replacements.get(name)
    if (instead !== undefined && place) parts.push({ name, instead, start: place.start, end: place.end })
  }
  new Visitor({
    FunctionDeclaration: ({ id: named, body }) => add(named?.name, bodies, body),
    VariableDeclarator({ id: named, init }) {
      if (named.type === 'Identifier') add(named.name, values, init)
    },
  }).visit(parseSync(id, code).program)
  return parts.toSorted((one, other) => one.start - other.start)
}

function replacePart(code: string, { start, end, instead }: Part): string {
  return code.slice(0, start) + instead + code.slice(end)
}

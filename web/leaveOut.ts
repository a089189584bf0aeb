import type { Plugin } from 'vite'

const nothing = 'module.exports = {}'

/** Relay's cache of resolvers, for a client that has none: changes are passed on, nothing is kept. */
const noResolvers = `
class LiveResolverCache {
  batchLiveStateUpdates(callback) { callback() }
  batchLiveStateUpdatesWithoutNotify(callback) { callback(); return false }
  notifyUpdatedSubscribers() {}
  invalidateDataIDs() {}
  unsubscribeFromLiveResolverRecords() {}
  invalidateResolverRecords() {}
}
module.exports = { LiveResolverCache }`

const iterate = `
module.exports = (items) => {
  const iterator = items[Symbol.iterator]()
  let isDone = true
  let failure
  return {
    s() {},
    n() {
      const result = iterator.next()
      isDone = result.done
      return result
    },
    e(error) { failure = { error } },
    f() {
      try {
        if (!isDone) iterator.return?.()
      } finally {
        if (failure) throw failure.error
      }
    }
  }
}`

/** What of Relay a production build does without, by the module's path, and what stands there instead. */
const replacements: Readonly<Record<string, string>> = {
  // Observing outside of React.
  'relay-runtime/lib/experimental.js': `module.exports = { isValueResult: (result) => result.ok === true, isErrorResult: (result) => result.ok === false }`,
  // Client-side resolvers.
  'relay-runtime/lib/store/live-resolvers/LiveResolverCache.js': noResolvers,
  // What only the containers from before hooks use, and normalization for other runtimes.
  'relay-runtime/lib/store/createFragmentSpecResolver.js': nothing,
  'relay-runtime/lib/store/NormalizationEngine.js': nothing,
  // Updatable queries, and mutation configs from before Relay's directives.
  'relay-runtime/lib/mutations/readUpdatableFragment.js': nothing,
  'relay-runtime/lib/mutations/readUpdatableQuery.js': nothing,
  'relay-runtime/lib/mutations/RelayDeclarativeMutationConfig.js': nothing,
  // Directives that delete and append what a mutation answers; ours change the store by updaters.
  'relay-runtime/lib/handlers/connection/MutationHandlers.js': nothing,
  'relay-runtime/lib/query/fetchQuery_DEPRECATED.js': nothing,
  'relay-runtime/lib/network/RelayQueryResponseCache.js': nothing,
  'relay-runtime/lib/mutations/applyOptimisticMutation.js': nothing,
  'relay-runtime/lib/store/readInlineData.js': nothing,
  // The hooks' implementation that a feature flag has replaced.
  'react-relay/lib/relay-hooks/useFragmentInternal_CURRENT.js': nothing,
  // What browsers from before 2018 need help with.
  '@babel/runtime/helpers/createForOfIteratorHelper.js': iterate,
  '@babel/runtime/helpers/objectSpread2.js': 'module.exports = Object.assign',
  '@babel/runtime/helpers/toConsumableArray.js': 'module.exports = (items) => [...items]',
  '@babel/runtime/helpers/defineProperty.js':
    'module.exports = (object, key, value) => Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })',
}

/** What `react-relay/hooks` hands on of the runtime; the tags themselves are gone by then. */
const ofRuntime = new Set([
  'ConnectionHandler',
  'commitLocalUpdate',
  'commitMutation',
  'fetchQuery',
  'requestSubscription',
])
const importOfHooks = /import \{([^}]*)\} from 'react-relay\/hooks'/g

/** Imports of each hook alone: by the module that has them all, the first view would load every one. */
function importOf(name: string): string {
  if (name === 'graphql' || name === '') return ''
  if (ofRuntime.has(name)) return `import { ${name} } from 'relay-runtime'`
  const file = `react-relay/lib/relay-hooks/${name}.js`
  return name === 'loadQuery' ? `import { loadQuery } from '${file}'` : `import ${name} from '${file}'`
}

/**
 * Leaves out of production builds what Relay brings along and this client does not use; CommonJS cannot be shaken.
 * The build fails when one of the modules is no longer there to be replaced.
 */
export function leaveOut(): Plugin {
  const missing = new Set(Object.keys(replacements))
  return {
    name: 'keepsake-leave-out',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/node_modules\/((react-relay|relay-runtime)\/lib|@babel\/runtime\/helpers)\// },
      handler(id) {
        const path = id.slice(id.lastIndexOf('/node_modules/') + '/node_modules/'.length)
        const code = replacements[path]
        if (code === undefined) return null
        missing.delete(path)
        return { code, map: null }
      },
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/, code: 'react-relay/hooks' },
      handler: (code) => ({
        code: code.replaceAll(importOfHooks, (whole, names: string) => {
          const imports = names.split(',').map((name) => importOf(name.trim()))
          // Every line keeps its number.
          return imports.join(';') + '\n'.repeat(whole.split('\n').length - 1)
        }),
        map: null,
      }),
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`Relay no longer has ${[...missing].join(', ')}`)
    },
  }
}

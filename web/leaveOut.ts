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
  'relay-runtime/lib/mutations/createUpdatableProxy.js': nothing,
  'relay-runtime/lib/mutations/RelayDeclarativeMutationConfig.js': nothing,
  'relay-runtime/lib/query/fetchQuery_DEPRECATED.js': nothing,
  'relay-runtime/lib/network/RelayQueryResponseCache.js': nothing,
  // Entry points, and the hooks' implementation that a feature flag has replaced.
  'react-relay/lib/relay-hooks/EntryPointContainer.react.js': nothing,
  'react-relay/lib/relay-hooks/loadEntryPoint.js': nothing,
  'react-relay/lib/relay-hooks/useEntryPointLoader.js': nothing,
  'react-relay/lib/relay-hooks/useFragmentInternal_CURRENT.js': nothing,
  'react-relay/lib/relay-hooks/useMutationAction_EXPERIMENTAL.js': nothing,
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
    load: {
      filter: { id: /\/node_modules\/(react-relay|relay-runtime)\/lib\// },
      handler(id) {
        const path = id.slice(id.lastIndexOf('/node_modules/') + '/node_modules/'.length)
        const code = replacements[path]
        if (code === undefined) return null
        missing.delete(path)
        return { code, map: null }
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`Relay no longer has ${[...missing].join(', ')}`)
    },
  }
}

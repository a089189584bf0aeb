import type { Plugin } from 'vite'

/**
 * Writes the patterns of the client's URL paths to the build as `routes.json`, a list of texts such as
 * `/my-photos/albums/:albumId`. The edge reads it (edge/routeTable.ts).
 */
export function routeTable(patterns: readonly string[]): Plugin {
  return {
    name: 'keepsake-route-table',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(patterns) })
    },
  }
}

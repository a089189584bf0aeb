import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** One project per part; `services` runs against PGlite and a real PostgreSQL (tests/support/postgres.ts). */
export default defineConfig({
  test: {
    // Most tests wait more than they compute: for databases, timers and processes of their own.
    maxWorkers: 6,
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    projects: [
      { test: { name: 'house', include: ['tests/{house,deploy,edge,launcher}/**/*.test.ts'] } },
      {
        test: {
          name: 'services',
          include: ['tests/services/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Vitest's "development" condition would load a second copy of graphql.
        ssr: { resolve: { conditions: ['node', 'module-sync'] } },
        test: {
          name: 'gateway',
          include: ['tests/{gateway,contract}/**/*.test.ts'],
          // What is polled for comes at once on a machine that is not busy.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 30_000,
          setupFiles: ['tests/web/setup.ts'],
          // Node would take the build without XMLHttpRequest.
          alias: { 'tus-js-client': fileURLToPath(import.meta.resolve('tus-js-client/lib.esm/browser/index.js')) },
          server: { deps: { inline: ['tus-js-client'] } },
        },
      },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { VitestReporter } from './launcher/vitestReporter.ts'
import { placeAmongSlowest } from './tests/support/slowestTests.ts'
import { workers } from './tests/support/workers.ts'

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not the method of an array; it sorts a copy
    const usual = await super.sort(files)
    return usual.toSorted((one, other) => place(one) - place(other))
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = placeAmongSlowest(moduleId)
  return found === -1 ? Number.MAX_SAFE_INTEGER : found
}

/**
 * Compiles WebAssembly without optimisation: a test process ends before an optimised embedded database would save time.
 * This saves a second of processor time per file, even in the processes that tests start by `fork`.
 */
const execArgv = ['--liftoff-only']

const browserBenchmark = 'tests/bench/browser.test.ts'
const topology = 'tests/faults/topology.test.ts'

/** These tests run with the blobs in a folder, and again with the blobs in a bucket. */
const testsOnBothStores = [
  'tests/services/storage/{anonymous,pieces,tus,uploads}.test.ts',
  'tests/services/downloads/archives.test.ts',
  'tests/services/exports/exports.test.ts',
]

/** The setup file of all projects whose tests start processes. */
const ownPorts = 'tests/support/ownPorts.ts'

export default defineConfig({
  test: {
    // Most tests wait longer for databases, timers and child processes than they compute.
    maxWorkers: workers,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', new VitestReporter()],
    projects: [
      {
        test: {
          name: 'house',
          include: ['tests/{house,config,http,deploy,edge,launcher,bench,faults,mutations}/**/*.test.ts'],
          exclude: [browserBenchmark, topology],
          setupFiles: [ownPorts],
          execArgv,
          // A passing poll takes this long only on a busy machine.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'services',
          include: ['tests/services/**/*.test.ts'],
          // These tests run against PGlite and a real PostgreSQL.
          globalSetup: ['tests/support/postgres.ts'],
          setupFiles: [ownPorts, 'tests/services/setup.ts'],
          // The files share the loaded modules: loading the services and their libraries takes a second of processor
          // time, and code that has run before is faster.
          isolate: false,
          execArgv,
          // A passing test never waits this long, except on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 's3',
          include: ['tests/s3/**/*.test.ts', ...testsOnBothStores],
          globalSetup: ['tests/support/s3.ts', 'tests/support/postgres.ts'],
          setupFiles: [ownPorts, 'tests/s3/setup.ts'],
          execArgv,
          // A passing poll takes this long only on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Vitest's "development" condition would load a second copy of graphql.
        ssr: { resolve: { conditions: ['node', 'module-sync'] } },
        test: {
          name: 'gateway',
          include: ['tests/{gateway,contract}/**/*.test.ts'],
          setupFiles: [ownPorts],
          // The files share the loaded modules: in most files, loading the gateway and its libraries takes longer than
          // the tests.
          isolate: false,
          execArgv,
          // A passing poll takes this long only on a busy machine.
          expect: { poll: { timeout: 30_000 } },
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: [browserBenchmark],
          setupFiles: [ownPorts],
          // The page under test is slowed down on purpose. With five other busy workers, its requests would time out.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'topology',
          include: [topology],
          setupFiles: [ownPorts],
          // The sixteen processes of this test need both cores. It runs after all other tests.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          execArgv,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'web',
          // The files share the loaded modules: in most files, loading React, Relay and the client takes longer than
          // the tests. A file that needs fresh modules resets them itself.
          isolate: false,
          // These tests compute all the time, so two workers are enough. `groupOrder` runs them after the other
          // projects.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // A passing poll takes this long only on a busy machine.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 60_000,
          setupFiles: ['tests/web/setup.ts'],
          // Without this alias, Node would load the build that has no XMLHttpRequest.
          alias: { 'tus-js-client': fileURLToPath(import.meta.resolve('tus-js-client/lib.esm/browser/index.js')) },
          server: { deps: { inline: ['tus-js-client'] } },
        },
      },
    ],
  },
})

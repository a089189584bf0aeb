import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserLaunch } from '../tests/support/browser.ts'

/** Journeys that take the product down, and everybody with it: against one of their own. */
const faults = /faults.*\.spec\.ts$/i
const port = Number(process.env['E2E_PORT'] ?? 4310)
// The processes of the journeys read this file again.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'keepsake-e2e-')))

/** A product that journeys are held against. */
interface Product {
  readonly port: number
  readonly dataDir: string
  readonly settings: Record<string, string>
}

const usual: Product = {
  port,
  dataDir: join(dataDir, 'usual'),
  // Drawing all pictures of the demo takes two minutes of a processor; no journey looks at more than the newest, and the sixth
  // is a HEIC, which takes longest.
  settings: { DEMO_PICTURES: process.env['UPDATE_IMAGES'] ? '24' : '5' },
}
const killed: Product = { port: port + 1, dataDir: join(dataDir, 'killed'), settings: { DEMO: 'false' } }

const server = (product: Product) => ({
  // Any Node that the README allows: it hands over to the pinned one.
  command: 'node launcher/start.mjs',
  cwd: '..',
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  env: { PORT: String(product.port), DATA_DIR: product.dataDir, ...product.settings },
})

/** What the journeys of a project are told of their product. */
const against = (product: Product) => ({
  use: { baseURL: `http://localhost:${product.port}` },
  metadata: { dataDir: product.dataDir },
})

/**
 * Journeys through the product as `npm start` runs it: the production build, an empty data folder, demo accounts. The times
 * are those of a machine that is five times slower, and busy: what takes long here is never the machine.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { intervals: [100, 250, 500] } },
  // A journey waits for the screen half of its time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Recording every step takes as long as the journey itself: `--trace on` does so for one that is looked into.
    screenshot: 'only-on-failure',
    // Chromium without windows draws the same pages for half the work.
    launchOptions: browserLaunch('/usr/bin/chromium-headless-shell', '/usr/bin/chromium'),
  },
  projects: [
    // One after the other; beside the others, and begun first since they wait long for what they have killed.
    { name: 'faults', testMatch: faults, workers: 1, ...against(killed) },
    // Each has a customer of its own, or only looks: they run at the same time.
    { name: 'journeys', testIgnore: faults, fullyParallel: true, ...against(usual) },
  ],
  webServer: [
    { ...server(usual), url: `http://localhost:${usual.port}/readyz`, timeout: 240_000 },
    // Begun when the client is built; its journeys wait for it themselves.
    server(killed),
  ],
})

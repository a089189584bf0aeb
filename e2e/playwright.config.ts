import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { pseudoKinds, writePseudoCatalogues } from '../launcher/pseudoTexts.ts'
import { browserLaunch } from '../tests/support/browser.ts'
import { brandsBeside, editorOrigin } from './support/product.ts'

/** The files of the journeys that kill the product. These journeys have a product of their own. */
const faults = /faults.*\.spec\.ts$/i
const port = Number(process.env['E2E_PORT'] ?? 4310)
// Worker processes read this file too. The environment variable gives them the same folder.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'keepsake-e2e-')))

// The product gets a copy of the brands, because a journey changes a brand while the product runs.
const brands = brandsBeside(join(dataDir, 'usual'))
if (!existsSync(brands)) cpSync(join(import.meta.dirname, '..', 'brands'), brands, { recursive: true })

/** The settings for `E2E_TEXTS=right-to-left`: all journeys in a language that is read from right to left. */
function textSettings(): Record<string, string> {
  const kind = pseudoKinds.find((known) => known === process.env['E2E_TEXTS'])
  if (!kind) return {}
  const folder = join(dataDir, kind)
  writePseudoCatalogues(kind, folder)
  return { LOCALES_DIR: folder }
}

/** Left out with other texts: journeys that replace texts themselves, or measure the first view with usual texts. */
const ignored = process.env['E2E_TEXTS'] ? [/everyPage/, /firstView/] : []

/** A product under test. */
interface Product {
  readonly port: number
  readonly dataDir: string
  readonly settings: Record<string, string>
}

const usual: Product = {
  port,
  dataDir: join(dataDir, 'usual'),
  // Drawing all pictures of the demo takes two minutes of processor time. Journeys use only the newest, and the sixth
  // is a HEIC, which takes longest.
  settings: {
    DEMO_PICTURES: process.env['UPDATE_IMAGES'] ? '24' : '5',
    ALLOWED_ORIGINS: editorOrigin(port),
    BRANDS_DIR: brands,
    // Journeys report the steps of production themselves. The simulated factory is too slow to report any.
    ORDER_PACE: '600',
  },
}
const killed: Product = { port: port + 1, dataDir: join(dataDir, 'killed'), settings: { DEMO: 'false' } }

const server = (product: Product) => ({
  // This command works under any Node that the README allows, and starts the product under the pinned version of Node.
  command: 'node launcher/start.mjs',
  cwd: '..',
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  env: { PORT: String(product.port), DATA_DIR: product.dataDir, ...product.settings, ...textSettings() },
})

/** A browser whose customer has refused cookies: the question about cookies would cover other parts of the page. */
const decided = {
  cookies: [
    {
      name: 'cookie-consent',
      value: '00',
      domain: 'localhost',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ],
  origins: [],
}

/** The settings of a project whose journeys use this product. */
const against = (product: Product) => ({
  use: { baseURL: `http://localhost:${product.port}`, storageState: decided },
  metadata: { dataDir: product.dataDir },
})

/**
 * Journeys through the product as `npm start` runs it: the production build, an empty data folder, demo accounts. The
 * timeouts allow for a busy machine that is five times slower, so that a timeout is never the machine's fault.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { intervals: [100, 250, 500] } },
  // A journey spends half of its time waiting for the page.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // No traces: recording one takes as long as the journey itself. `--trace on` records them when needed.
    screenshot: 'only-on-failure',
    // Headless Chromium draws the same pages with half the work.
    launchOptions: browserLaunch('/usr/bin/chromium-headless-shell', '/usr/bin/chromium'),
  },
  projects: [
    // These journeys run one after the other, while the other project runs. They start first, because restarts take
    // long.
    { name: 'faults', testMatch: faults, workers: 1, ...against(killed) },
    // Each journey has its own customer or only reads, so they run in parallel.
    { name: 'journeys', testIgnore: [faults, ...ignored], fullyParallel: true, ...against(usual) },
  ],
  webServer: [
    { ...server(usual), url: `http://localhost:${usual.port}/readyz`, timeout: 240_000 },
    // This product starts after the usual one, which has built the client. Its journeys wait until it is ready.
    server(killed),
  ],
})

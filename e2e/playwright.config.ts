import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserLaunch } from '../tests/support/browser.ts'

const port = Number(process.env['E2E_PORT'] ?? 4310)
process.env['E2E_PORT'] = String(port)
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'keepsake-e2e-'))
/** Journeys that take the product down, and everybody with it. */
const faults = /faults.*\.spec\.ts$/i

/** Journeys through the product as `npm start` runs it: the production build, an empty data folder, demo accounts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    // Recording every step takes as long as the journey itself: `--trace on` does so for one that is looked into.
    screenshot: 'only-on-failure',
    // Chromium without windows draws the same pages for half the work.
    launchOptions: browserLaunch('/usr/bin/chromium-headless-shell', '/usr/bin/chromium'),
  },
  // Each journey has a customer of its own, or only looks: two run at the same time, but for those that take it down.
  projects: [
    { name: 'journeys', testIgnore: faults, fullyParallel: true },
    { name: 'faults', testMatch: faults, dependencies: ['journeys'], workers: 1 },
  ],
  webServer: {
    command: 'node launcher/start.ts',
    cwd: '..',
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    // Drawing all pictures of the demo takes two minutes of a processor; no journey looks at more than the newest.
    env: {
      PORT: String(port),
      DATA_DIR: process.env['E2E_DATA_DIR'],
      DEMO_PICTURES: process.env['UPDATE_IMAGES'] ? '24' : '9',
    },
  },
})

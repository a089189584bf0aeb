import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 4310)
process.env['E2E_PORT'] = String(port)
process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'keepsake-e2e-'))
const systemBrowser = '/usr/bin/chromium'

/** Journeys through the product as `npm start` runs it: the production build, an empty data folder, demo accounts. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/journeys',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 1,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: '../test-results/journeys.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(systemBrowser) ? { executablePath: systemBrowser } : {}),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node launcher/start.ts',
    cwd: '..',
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: { PORT: String(port), DATA_DIR: process.env['E2E_DATA_DIR'] },
  },
})

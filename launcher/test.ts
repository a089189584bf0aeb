import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { buildIfStale } from './build.ts'
import { runChecks, type Tally } from './checks.ts'
import { run } from './run.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

const vitestReport = 'test-results/vitest.json'
const browserReport = 'test-results/journeys.json'
/** The tests start many processes of the same sources: they are compiled once. */
const environment = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') }

const vitestCounts = z.object({ numPassedTests: z.number(), numTotalTests: z.number(), success: z.boolean() })
const browserCounts = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** `npm test`: checks, unit and integration tests, journeys in a browser; one line at the end over everything. */
try {
  rmSync('test-results', { recursive: true, force: true })
  await ensureTestTools()
  const tallies = [await runChecks()]
  await buildIfStale()
  tallies.push(await runVitest(), await runJourneys())
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exit(failed > 0 ? 1 : 0)
} catch (error) {
  failWith(error)
}

/** A test that was skipped counts as failed: none may be. */
async function runVitest(): Promise<Tally> {
  const { ok } = await run('vitest', ['run'], { show: true, environment })
  if (!existsSync(vitestReport)) return { passed: 0, failed: 1 }
  const { numPassedTests, numTotalTests, success } = vitestCounts.parse(JSON.parse(readFileSync(vitestReport, 'utf8')))
  const failed = numTotalTests - numPassedTests
  return { passed: numPassedTests, failed: failed === 0 && !(ok && success) ? 1 : failed }
}

async function runJourneys(): Promise<Tally> {
  const { ok } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { show: true, environment })
  if (!existsSync(browserReport)) return { passed: 0, failed: 1 }
  const { stats } = browserCounts.parse(JSON.parse(readFileSync(browserReport, 'utf8')))
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return { passed: stats.expected, failed: failed === 0 && !ok ? 1 : failed }
}

import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildIfStale } from './build.ts'
import { runChecks } from './checks.ts'
import { readPlaywright, readVitest, type Report } from './reports.ts'
import { run } from './run.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

const vitestReport = 'test-results/vitest.json'
const browserReport = 'test-results/journeys.json'
/** The tests start many processes of the same sources: they are compiled once. */
const environment = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') }

/** `npm test`: checks, unit and integration tests, journeys in a browser; one line at the end over everything. */
try {
  rmSync('test-results', { recursive: true, force: true })
  await ensureTestTools()
  const checks = await runChecks()
  await buildIfStale()
  const reports = [await runVitest(), await runJourneys()]
  reports.forEach(show)
  const tallies = [checks, ...reports]
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exit(failed > 0 ? 1 : 0)
} catch (error) {
  failWith(error)
}

/** Its output may be cut where it is kept: what failed is named at its end. */
function show({ failures }: Report): void {
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}\n`)
}

async function runVitest(): Promise<Report> {
  const { ok } = await run('vitest', ['run'], { show: true, environment })
  return judged('vitest', ok, readVitest(vitestReport))
}

async function runJourneys(): Promise<Report> {
  const { ok } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], { show: true, environment })
  return judged('playwright', ok, readPlaywright(browserReport))
}

/** Whoever ended badly failed, whatever its report says. */
function judged(name: string, ok: boolean, report: Report | null): Report {
  if (report && (ok || report.failed > 0)) return report
  return { passed: report?.passed ?? 0, failed: 1, failures: [`${name} ended badly; why stands in its output above`] }
}

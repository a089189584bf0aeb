import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildIfStale } from './build.ts'
import { runChecks } from './checks.ts'
import { readPlaywright, readVitest, type Report } from './reports.ts'
import { type Outcome, run } from './run.ts'
import { failWith } from './settings.ts'
import { ensureTestTools } from './tools.ts'

const browserReport = 'test-results/journeys.json'
/** The temporary folder of all tests, so that a test which was stopped leaves nothing behind. */
const temporaryFolder = mkdtempSync(join(tmpdir(), 'keepsake-tests-'))
const environment = {
  // The tests start many processes from the same sources: compile them once.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
  // The name of this variable is TEMP on Windows and TMPDIR elsewhere.
  TMPDIR: temporaryFolder,
  TEMP: temporaryFolder,
}

/**
 * `npm test`: runs the checks, the unit and integration tests and the browser journeys. The last line counts all of
 * them. With arguments, runs only the tests that they select: `npm test -- e2e/album.spec.ts`,
 * `npm test -- --project services`, `npm test -- -t "name"`.
 */
try {
  const selection = process.argv.slice(2)
  rmSync('test-results', { recursive: true, force: true })
  // If the tests run as root, PostgreSQL runs as another user, who must be able to reach its data.
  chmodSync(temporaryFolder, 0o711)
  await ensureTestTools()
  const ok = selection.length > 0 ? await runSelected(selection) : await runAll()
  removeTemporaryFolder()
  process.exit(ok ? 0 : 1)
} catch (error) {
  removeTemporaryFolder()
  failWith(error)
}

function removeTemporaryFolder(): void {
  rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 3 })
}

async function runAll(): Promise<boolean> {
  const checks = await runChecks()
  await buildIfStale()
  const reports = [
    judged('vitest', await vitest(), readVitest()),
    judged('playwright', await playwright(), readPlaywright(browserReport)),
  ]
  reports.forEach(showFailures)
  const tallies = [checks, ...reports]
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  return failed === 0
}

/** Passes the arguments to Playwright if one of them is a path in `e2e`, otherwise to vitest. */
async function runSelected(selection: readonly string[]): Promise<boolean> {
  const isIn = (folder: string) => selection.some((argument) => new RegExp(`^(./)?${folder}(/|$)`).test(argument))
  if (isIn('e2e') && isIn('tests')) throw new Error('Select files of e2e or of tests, not of both.')
  await buildIfStale()
  if (isIn('e2e')) return (await playwright(selection)).ok
  const { ok } = await vitest(selection)
  // If no test has the name given by -t, vitest skips all tests and succeeds.
  if (ok && readVitest()?.passed === 0) throw new Error('No test matches.')
  return ok
}

function vitest(selection: readonly string[] = []): Promise<Outcome> {
  return run('vitest', ['run', ...selection], { show: true, environment })
}

function playwright(selection: readonly string[] = []): Promise<Outcome> {
  const config = ['--config', 'e2e/playwright.config.ts']
  return run('playwright', ['test', ...config, ...selection], { show: true, environment })
}

/** Lists the failures again at the end of the output, because a log may cut off the earlier lines. */
function showFailures({ failures }: Report): void {
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((failure) => `- ${failure}`).join('\n')}\n`)
}

/** Adds a failure if the runner exited with an error but its report shows no failure. */
function judged(name: string, { ok }: Outcome, report: Report | null): Report {
  if (report && (ok || report.failed > 0)) return report
  const failures = [`${name} exited with an error; its output above says why`]
  return { passed: report?.passed ?? 0, failed: 1, failures }
}

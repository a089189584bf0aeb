import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { WorkingCopy } from './workingCopy.ts'

/** The outcome of tests: which test failed first, null if none did. */
export interface TestRun {
  readonly failed: string | null
  readonly milliseconds: number
  /** What vitest printed. */
  readonly output: string
}

const report = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) }),
  ),
})

/**
 * Runs tests in the copy until the first failure.
 * @param selection arguments of vitest
 * @param timeout in ms; tests that take longer have failed
 */
export async function runTests(copy: WorkingCopy, selection: readonly string[], timeout: number): Promise<TestRun> {
  // Where `vitest.config.ts` writes it.
  const reportFile = join(copy.root, 'test-results/vitest.json')
  rmSync(reportFile, { force: true })
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const options = ['--run', '--bail=1', '--passWithNoTests']
  const began = performance.now()
  const child = spawn(process.execPath, [vitest, ...selection, ...options], {
    cwd: copy.root,
    env: { ...process.env, TMPDIR: copy.temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that all processes of the tests can be ended.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', end)
  const timer = setTimeout(end, timeout)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(timer)
  process.removeListener('exit', end)
  if (code === null) copy.stopDatabases()
  const failed = code === 0 ? null : code === null ? `no end after ${timeout / 1_000} s` : firstFailure(reportFile)
  return { failed, milliseconds: performance.now() - began, output }
}

function firstFailure(reportFile: string): string {
  if (!existsSync(reportFile)) return 'vitest'
  const { testResults } = report.parse(JSON.parse(readFileSync(reportFile, 'utf8')))
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
  return failures[0] ?? 'a test file that cannot be loaded'
}

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { z } from 'zod'
import type { WorkingCopy } from './workingCopy.ts'

/** The test that failed first. */
export interface FailedTest {
  readonly name: string
  /** The file of that test; null if the tests did not end, or did not start. */
  readonly file: string | null
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
 * @returns null if all pass
 */
export async function runTests(
  copy: WorkingCopy,
  selection: readonly string[],
  timeout: number,
): Promise<FailedTest | null> {
  // Where `vitest.config.ts` writes it.
  const reportFile = join(copy.root, 'test-results/vitest.json')
  rmSync(reportFile, { force: true })
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const options = ['--run', '--bail=1', '--passWithNoTests']
  const child = spawn(process.execPath, [vitest, ...selection, ...options], {
    cwd: copy.root,
    env: { ...process.env, TMPDIR: copy.temporary },
    stdio: 'ignore',
    // The tests run in their own process group, so that all their processes can be ended.
    detached: true,
  })
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  process.once('exit', end)
  const timer = setTimeout(end, timeout)
  const code = await new Promise<number | null>((done) => child.once('close', done))
  clearTimeout(timer)
  process.removeListener('exit', end)
  if (code === null) {
    copy.stopDatabases()
    return { name: `timeout after ${timeout / 1_000} s`, file: null }
  }
  return code === 0 ? null : firstFailure(copy.root, reportFile)
}

function firstFailure(root: string, reportFile: string): FailedTest {
  if (!existsSync(reportFile)) return { name: 'vitest', file: null }
  const { testResults } = report.parse(JSON.parse(readFileSync(reportFile, 'utf8')))
  const failures = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ name: fullName, file: relative(root, file) })),
  )
  return failures[0] ?? { name: 'a test file that cannot be loaded', file: null }
}

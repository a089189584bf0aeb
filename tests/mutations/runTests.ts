import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readVitestReport, vitestReport } from '../../launcher/vitestReport.ts'
import type { WorkingCopy } from './workingCopy.ts'

/** The test that failed first. */
export interface FailedTest {
  readonly name: string
  /** The file of that test; null if the tests did not end, or did not start. */
  readonly file: string | null
}

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
  const reportFile = join(copy.root, vitestReport)
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
  return code === 0 ? null : firstFailure(reportFile)
}

function firstFailure(reportFile: string): FailedTest {
  // After the first failure, the other tests are skipped. Skipped tests have no message.
  const failure = readVitestReport(reportFile)?.failures.find(({ message }) => message !== '')
  return failure ? { name: failure.name, file: failure.file || null } : { name: 'vitest', file: null }
}

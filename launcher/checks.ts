import { compileRelay } from './build.ts'
import { checkDependencies } from './dependencies.ts'
import { type Outcome, run } from './run.ts'

interface Check {
  readonly name: string
  run(): Promise<Outcome>
}

/**
 * The checks of a row run in parallel, the rows in sequence: type checking the client needs its generated artifacts.
 */
const checks: readonly (readonly Check[])[] = [
  [
    {
      name: 'the generated schema is up to date',
      run: () => run(process.execPath, ['gateway/generate.ts', '--check']),
    },
    { name: 'licences and install scripts of dependencies', run: checkDependencies },
    { name: 'OpenAPI documents are up to date', run: () => run(process.execPath, ['services/generate.ts', '--check']) },
  ],
  [{ name: 'Relay documents fit the schema', run: compileRelay }],
  [
    { name: 'types of the server parts', run: () => run('tsc', ['-p', '.']) },
    { name: 'types of the client', run: () => run('tsc', ['-p', 'web']) },
    { name: 'lint and import cycles', run: () => run('oxlint', ['--type-aware', '--deny-warnings', '.']) },
    { name: 'format', run: () => run('oxfmt', ['--check', '.']) },
    {
      name: 'unused files, exports and dependencies',
      run: () => run('knip', ['--no-progress', '--treat-config-hints-as-errors']),
    },
  ],
]

/** Numbers of passed and failed checks or tests. */
export interface Tally {
  passed: number
  failed: number
}

/** Runs every check. Prints a line for each, and the output of those that fail. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const row of checks) {
    const outcomes = await Promise.all(row.map(async (check) => ({ check, outcome: await check.run() })))
    for (const { check, outcome } of outcomes) {
      report(check, outcome)
      if (outcome.ok) tally.passed += 1
      else tally.failed += 1
    }
  }
  return tally
}

function report(check: Check, outcome: Outcome): void {
  process.stdout.write(`${outcome.ok ? 'ok    ' : 'FAILED'} ${check.name}\n`)
  if (!outcome.ok) process.stdout.write(`${outcome.output}\n`)
}

import { type Outcome, run } from './run.ts'

interface Check {
  readonly name: string
  readonly command: string
  readonly arguments: readonly string[]
}

/** In this order: the client's types need its generated artifacts. */
const checks: readonly Check[] = [
  { name: 'generated files are up to date', command: process.execPath, arguments: ['gateway/generate.ts', '--check'] },
  { name: 'Relay documents fit the schema', command: 'relay-compiler', arguments: [] },
  { name: 'types of the server parts', command: 'tsc', arguments: ['-p', '.'] },
  { name: 'types of the client', command: 'tsc', arguments: ['-p', 'web'] },
  { name: 'lint and import cycles', command: 'oxlint', arguments: ['--type-aware', '--deny-warnings', '.'] },
  { name: 'format', command: 'oxfmt', arguments: ['--check', '.'] },
  {
    name: 'unused files, exports and dependencies',
    command: 'knip',
    arguments: ['--no-progress', '--treat-config-hints-as-errors'],
  },
]

/** How many passed and failed. */
export interface Tally {
  passed: number
  failed: number
}

/** Runs every check, shows a line for each, and the output of those that fail. */
export async function runChecks(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const check of checks) {
    const outcome = await run(check.command, check.arguments)
    report(check, outcome)
    if (outcome.ok) tally.passed += 1
    else tally.failed += 1
  }
  return tally
}

function report(check: Check, outcome: Outcome): void {
  process.stdout.write(`${outcome.ok ? 'ok    ' : 'FAILED'} ${check.name}\n`)
  if (!outcome.ok) process.stdout.write(`${outcome.output}\n`)
}

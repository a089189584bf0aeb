import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { vitestReport, type VitestReport } from './vitestReport.ts'

/**
 * Writes the report of vitest. If a hook of a `describe` block fails, the JSON reporter of vitest leaves out the error,
 * and only says that the tests of the block were skipped.
 */
export class VitestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const passed = tests.filter((test) => test.result().state === 'passed').length
    const failures = [
      ...unhandledErrors.map((error) => ({ file: '', name: 'outside of tests', message: describe(error) })),
      ...modules.flatMap(failuresIn),
    ]
    const report: VitestReport = { passed, failed: Math.max(tests.length - passed, failures.length), failures }
    mkdirSync(dirname(vitestReport), { recursive: true })
    writeFileSync(vitestReport, JSON.stringify(report))
  }
}

function failuresIn(module: TestModule): VitestReport['failures'] {
  const described = (name: string, errors: readonly SerializedError[]) => {
    return { file: module.relativeModuleId, name, message: errors[0] ? describe(errors[0]) : '' }
  }
  const suites = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
  const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'passed')
  return [
    ...suites.map((suite) => described('fullName' in suite ? `${suite.fullName} (hook)` : '', suite.errors())),
    ...tests
      .filter((test) => test.result().state === 'failed' || !isInOneOf(suites, test))
      .map((test) => described(`${test.fullName} (${test.result().state})`, test.result().errors ?? [])),
  ]
}

/**
 * Names the causes before the stack, because the end of a long report is cut off, and `fetch` has the same message for
 * every cause.
 */
function describe({ name, message, stack, cause }: SerializedError): string {
  if (!cause) return stack ?? message
  return `${name}: ${message}, because of\n${describe(cause)}\n${stack ?? ''}`
}

/**
 * Whether one of these suites contains the test. A failed hook is listed once, so the tests that it prevented are left
 * out.
 */
function isInOneOf(suites: readonly (TestSuite | TestModule)[], { parent }: TestCase | TestSuite): boolean {
  return suites.includes(parent) || (parent.type === 'suite' && isInOneOf(suites, parent))
}

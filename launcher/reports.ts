import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Tally } from './checks.ts'

/** The result of a test run. A failure is a failed or skipped test, with the first lines of its error. */
export interface Report extends Tally {
  readonly failures: readonly string[]
}

const vitest = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** Reads the report of vitest. A skipped test counts as failed. */
export function readVitest(path: string): Report | null {
  if (!existsSync(path)) return null
  const { numPassedTests, numTotalTests, testResults } = vitest.parse(JSON.parse(readFileSync(path, 'utf8')))
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('', name)
    const others = assertionResults.filter((test) => test.status !== 'passed')
    // An error outside of tests, such as in a hook, is listed once, not for each test that it prevented.
    const isOfFile = status !== 'passed' && (message !== '' || others.length === 0)
    const named = isOfFile ? others.filter((test) => test.status === 'failed') : others
    return [
      ...(isOfFile ? [described(file, message)] : []),
      ...named.map((test) => described(`${file} › ${test.fullName} (${test.status})`, test.failureMessages[0])),
    ]
  })
  return { passed: numPassedTests, failed: Math.max(numTotalTests - numPassedTests, failures.length), failures }
}

const error = z.object({ message: z.string().optional() })
const result = z.object({
  errors: z.array(error),
  attachments: z.array(z.object({ name: z.string(), path: z.string().optional() })),
})
const spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(result) })),
})
const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional()
  },
})
const playwright = z.object({
  errors: z.array(error),
  suites: z.array(suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** Reads the report of Playwright. A journey that passed only on retry, or did not start, counts as failed. */
export function readPlaywright(path: string): Report | null {
  if (!existsSync(path)) return null
  const { errors, suites, stats } = playwright.parse(JSON.parse(readFileSync(path, 'utf8')))
  const failures = [
    ...errors.map(({ message = '' }) => described('Playwright', message)),
    ...suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) => {
          const messages = results.flatMap(({ errors: [first] }) => first?.message ?? [])
          return described(`${file} › ${title} (${status})`, messages[0]) + results.map(pageShown).join('')
        }),
    ),
  ]
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return { passed: stats.expected, failed: Math.max(failed, failures.length), failures }
}

function specsOf({ specs, suites = [] }: z.infer<typeof suite>): z.infer<typeof spec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * The page at the time of the failure, as Playwright describes it: without it, a failure that happens only on another
 * machine cannot be explained.
 */
function pageShown({ attachments }: z.infer<typeof result>): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const page = path && existsSync(path) ? /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] : ''
  const lines = page ? page.trimEnd().split('\n').slice(0, pageLines) : []
  return lines.length > 0 ? ['\n    The page:', ...lines.map((line) => `    ${line}`)].join('\n') : ''
}

const shownLines = 12
const pageLines = 80

function described(name: string, message = ''): string {
  const text = stripVTControlCharacters(message).trim()
  const lines = text === '' ? [] : text.split('\n').slice(0, shownLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

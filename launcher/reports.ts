import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Tally } from './checks.ts'
import { readVitestReport } from './vitestReport.ts'

/** The result of a test run. A failure is a failed or skipped test, with the first lines of its error. */
export interface Report extends Tally {
  readonly failures: readonly string[]
}

/** Reads the report of vitest. A skipped test counts as failed. */
export function readVitest(): Report | null {
  const report = readVitestReport()
  if (!report) return null
  const failures = report.failures.map(({ file, name, message }) =>
    described([file, name].filter(Boolean).join(' › '), message),
  )
  return { ...report, failures }
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
 * The page at the time of the failure, as Playwright describes it. A failure that happens only on another machine
 * cannot be explained without this description.
 */
function pageShown({ attachments }: z.infer<typeof result>): string {
  const path = attachments.find(({ name }) => name === 'error-context')?.path
  const page = path && existsSync(path) ? /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] : ''
  const lines = page ? page.trimEnd().split('\n').slice(0, pageLines) : []
  return lines.length > 0 ? ['\n    The page:', ...lines.map((line) => `    ${line}`)].join('\n') : ''
}

const shownLines = 40
const pageLines = 80

function described(name: string, message = ''): string {
  const text = stripVTControlCharacters(message).trim()
  const lines = text === '' ? [] : text.split('\n').slice(0, shownLines)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

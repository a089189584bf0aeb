import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The file, relative to the project's folder, that vitest's report is written to. */
export const vitestReport = 'test-results/vitest.json'

const schema = z.object({
  passed: z.number(),
  /** The number of tests that did not pass (skipped tests included), or of `failures` if there are more of these. */
  failed: z.number(),
  failures: z.array(
    z.object({
      /** The test file, relative to the project's folder; empty for an error outside of all files. */
      file: z.string(),
      /** The titles of the test, with its state; empty for an error of the file. */
      name: z.string(),
      /** The first error, with its stack; empty for a skipped test. */
      message: z.string(),
    }),
  ),
})

/** The result of a run of vitest. */
export type VitestReport = z.infer<typeof schema>

/** Reads the report of the last run; null if it wrote none. */
export function readVitestReport(path = vitestReport): VitestReport | null {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

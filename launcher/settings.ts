import { resolve } from 'node:path'
import { z } from 'zod'

const schema = z.object({
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEMO: z.stringbool().default(true),
})

/** What the launcher itself is told; the parts read their own settings. */
export interface LauncherSettings {
  readonly port: number
  /** Absolute. */
  readonly dataDir: string
  readonly publicUrl: string
  readonly demo: boolean
}

/**
 * Reads the launcher's settings from environment variables; an empty one counts as not given.
 * @throws Error with one sentence per wrong variable, each of which names it.
 */
export function readSettings(environment: Record<string, string | undefined>): LauncherSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    throw new Error(
      result.error.issues.map((issue) => `The setting ${issue.path.join('.')} is wrong: ${issue.message}.`).join(' '),
    )
  }
  const { PORT, DATA_DIR, PUBLIC_URL, DEMO } = result.data
  return { port: PORT, dataDir: resolve(DATA_DIR), publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`, demo: DEMO }
}

/** Ends the process with one sentence instead of a stack: for what the person at the keyboard can mend. */
export function failWith(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

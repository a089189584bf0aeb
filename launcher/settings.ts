import { join, resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrl } from '../config/databaseUrl.ts'
import { checkDemo, demoInProduction, isProduction, productionSettings } from '../config/production.ts'
import { httpUrl, readEnvironment } from '../config/readEnvironment.ts'

const schema = z.object({
  ...productionSettings,
  ...demoInProduction,
  PORT: z.coerce.number().int().min(1).max(65_535).default(4000).describe('a port from 1 to 65535'),
  DATA_DIR: z.string().min(1).default('.data').describe('the path of a folder'),
  CLIENTS_DIR: z.string().min(1).optional().describe('the path of a folder'),
  PUBLIC_URL: httpUrl.optional().describe('a URL such as https://keepsake.example'),
  DATABASE_URL: databaseUrl,
  DEMO: z.stringbool().default(true).describe('true or false'),
})

/** The settings of the launcher itself. The parts of the product read their own settings. */
export interface LauncherSettings {
  readonly port: number
  /** The absolute path of the data folder. */
  readonly dataDir: string
  /** The absolute path of the folder with the clients of other teams. */
  readonly clientsDir: string
  readonly publicUrl: string
  readonly demo: boolean
  /** Whether real customers use this installation. */
  readonly production: boolean
}

/**
 * Reads the launcher's settings from environment variables; an empty one counts as not set.
 * @throws ConfigError that names each wrong variable
 */
export function readSettings(environment: Record<string, string | undefined>): LauncherSettings {
  const values = readEnvironment(schema, environment)
  checkDemo(values)
  const { PORT, DATA_DIR, PUBLIC_URL, DEMO } = values
  return {
    port: PORT,
    dataDir: resolve(DATA_DIR),
    clientsDir: clientsDirOf(values),
    publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`,
    demo: DEMO,
    production: isProduction(values),
  }
}

/** Reads the absolute path of the folder with the clients of other teams. Checks none of the other settings. */
export function readClientsDir(environment: Record<string, string | undefined>): string {
  return clientsDirOf(readEnvironment(schema.pick({ DATA_DIR: true, CLIENTS_DIR: true }), environment))
}

function clientsDirOf({
  DATA_DIR,
  CLIENTS_DIR,
}: {
  readonly DATA_DIR: string
  readonly CLIENTS_DIR?: string | undefined
}) {
  return resolve(CLIENTS_DIR ?? join(DATA_DIR, 'clients'))
}

/** Ends the process with one sentence instead of a stack trace: for errors that the user can correct. */
export function failWith(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

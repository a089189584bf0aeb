import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Backoff } from './backoff.ts'
import type { Database, DatabaseDriver } from './databaseTypes.ts'
import { DatabaseUnavailable } from './databaseUnavailable.ts'
import { openEmbedded } from './embeddedDatabase.ts'
import { openServer, type ServerSettings, usualServerSettings } from './serverDatabase.ts'

/** Where the data is. */
export interface DatabaseConfig {
  readonly dataDir: string
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  /** Default: the host of `databaseUrl`, and `usualServerSettings`. */
  readonly server?: ServerSettings
}

const firstPauseMilliseconds = 100
const longestPauseMilliseconds = 2_000

/**
 * Opens the configured database. A server may start at the same moment, so this waits for it.
 * @throws Error with a readable message if the data folder is in use or the server cannot be reached
 */
export async function openDatabase(config: DatabaseConfig, log: Logger): Promise<Database> {
  const server = { ...usualServerSettings, urls: [config.databaseUrl ?? ''], ...config.server }
  const driver = config.databaseUrl ? openServer(server, log) : await openEmbedded(config.dataDir, log)
  const root = new Kysely<unknown>({ dialect: driver.dialect })
  try {
    await untilAnswered(driver, server.startTimeoutMilliseconds, log)
  } catch (error) {
    await root.destroy()
    await driver.close()
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    const hint = reason.includes('unsupported startup parameter') ? ' Behind a pooler, set DATABASE_DIRECT_URL.' : ''
    throw new Error(`The database (DATABASE_URL) could not be opened: ${reason}${hint}`, { cause: error })
  }
  return {
    kind: driver.kind,
    root,
    inSchema<Tables>(schema: string) {
      // Only the service itself knows the tables of its schema, so the types cannot be derived here.
      return root.withSchema(schema) as unknown as Kysely<Tables>
    },
    run: (text, values = []) => driver.run(text, values),
    async inSession(run) {
      if (!driver.openDirect) return run(root)
      const direct = new Kysely<unknown>({ dialect: driver.openDirect() })
      try {
        return await run(direct)
      } finally {
        await direct.destroy()
      }
    },
    listen: driver.listen,
    connections: driver.connections,
    ...(driver.whileStill && { whileStill: driver.whileStill }),
    async close() {
      await root.destroy()
      await driver.close()
    },
  }
}

/** @throws DatabaseUnavailable if the database cannot be used within this time; other errors immediately */
async function untilAnswered(driver: DatabaseDriver, milliseconds: number, log: Logger): Promise<void> {
  const end = performance.now() + milliseconds
  const backoff = new Backoff(firstPauseMilliseconds, longestPauseMilliseconds)
  for (;;) {
    try {
      await driver.run('select 1', [])
      return
    } catch (error) {
      const delay = backoff.next()
      if (!(error instanceof DatabaseUnavailable) || performance.now() + delay > end) throw error
      log.warn({ err: error }, 'the start waits for the database')
      await pause(delay)
    }
  }
}

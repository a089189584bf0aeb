import { type Dialect, Kysely } from 'kysely'
import type { Logger } from 'pino'
import { openEmbedded } from './embeddedDatabase.ts'
import { openServer } from './serverDatabase.ts'

/** An open database: PGlite in the data folder, or a PostgreSQL server. The same SQL, types and errors on both. */
export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Without a schema. Each service gets its own by `inSchema`. */
  readonly root: Kysely<unknown>
  inSchema<Tables>(schema: string): Kysely<Tables>
  /** Runs SQL outside of every transaction; without values it may be several statements, whose rows come in a row. */
  run(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /**
   * Calls back on every NOTIFY of the channel. `missed` is called after each (re)connection: what was notified before
   * is lost, so look for yourself.
   * @returns ends the listening
   */
  listen(channel: string, notified: (payload: string) => void, missed: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** What a driver gives; `openDatabase` puts Kysely on top. */
export interface DatabaseDriver extends Pick<Database, 'kind' | 'listen'> {
  readonly dialect: Dialect
  /** Runs SQL on the driver itself, in nobody's transaction. */
  run(text: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** After Kysely has ended. */
  close(): Promise<void>
}

/**
 * Opens the database of the configuration.
 * @throws Error with a sentence for the person who starts it, when the folder is in use or the server is not there
 */
export async function openDatabase(
  config: { readonly dataDir: string; readonly databaseUrl: string | undefined },
  log: Logger,
): Promise<Database> {
  const driver = config.databaseUrl ? openServer(config.databaseUrl, log) : await openEmbedded(config.dataDir, log)
  const root = new Kysely<unknown>({ dialect: driver.dialect })
  try {
    await driver.run('select 1', [])
  } catch (error) {
    await root.destroy()
    await driver.close()
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    throw new Error(`The database (DATABASE_URL) could not be opened: ${reason}`, { cause: error })
  }
  return {
    kind: driver.kind,
    root,
    inSchema<Tables>(schema: string) {
      // Which tables a schema has is known to its service alone.
      return root.withSchema(schema) as unknown as Kysely<Tables>
    },
    run: (text, values = []) => driver.run(text, values),
    listen: driver.listen,
    async close() {
      await root.destroy()
      await driver.close()
    },
  }
}

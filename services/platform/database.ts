import { type Dialect, Kysely } from 'kysely'
import type { Logger } from 'pino'
import { openEmbedded } from './embeddedDatabase.ts'
import { openServer } from './serverDatabase.ts'

/** An open database: PGlite in the data folder, or a PostgreSQL server. The same SQL, types and errors on both. */
export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Without a schema. Services use `inSchema`. */
  readonly root: Kysely<unknown>
  inSchema<Tables>(schema: string): Kysely<Tables>
  /**
   * Runs SQL outside any transaction. Without values, the text may hold several statements; their rows are
   * concatenated.
   */
  run(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /**
   * Calls `notified` for each NOTIFY on the channel. Calls `missed` after each (re)connection: earlier notifications
   * may be lost, so the caller must query the state itself.
   * @returns a function that stops listening
   */
  listen(channel: string, notified: (payload: string) => void, missed: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** What each driver provides; `openDatabase` adds Kysely on top. */
export interface DatabaseDriver extends Pick<Database, 'kind' | 'listen'> {
  readonly dialect: Dialect
  /** Runs SQL directly on the driver, outside any transaction. */
  run(text: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Call after Kysely was destroyed. */
  close(): Promise<void>
}

/**
 * Opens the configured database.
 * @throws Error with a readable message if the data folder is in use or the server cannot be reached
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
      // Only the service itself knows the tables of its schema, so the types cannot be derived here.
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

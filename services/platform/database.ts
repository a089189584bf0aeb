import { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './databaseTypes.ts'
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

/**
 * Opens the configured database.
 * @throws Error with a readable message if the data folder is in use or the server cannot be reached
 */
export async function openDatabase(config: DatabaseConfig, log: Logger): Promise<Database> {
  const driver = config.databaseUrl
    ? openServer(config.server ?? { ...usualServerSettings, urls: [config.databaseUrl] }, log)
    : await openEmbedded(config.dataDir, log)
  const root = new Kysely<unknown>({ dialect: driver.dialect })
  try {
    await driver.run('select 1', [])
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

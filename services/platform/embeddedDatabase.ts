import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import type { Logger } from 'pino'
import { CommitDialect } from './afterCommit.ts'
import type { DatabaseDriver } from './databaseTypes.ts'
import { createEmbeddedPool } from './embeddedPool.ts'
import { lockFolder } from './folderLock.ts'
import { startVacuum } from './vacuum.ts'

const text = (value: string) => value

/**
 * Opens PostgreSQL inside this process, on `DATA_DIR/database`. There is one connection: an open transaction blocks
 * every other query. The data survives a crash of the process but not a power failure, because nothing is synced to
 * disk.
 * @throws Error that names the process which has the folder open
 */
export async function openEmbedded(dataDir: string, log: Logger): Promise<DatabaseDriver> {
  mkdirSync(dataDir, { recursive: true })
  const folder = join(dataDir, 'database')
  const lock = lockFolder(join(dataDir, 'database.lock'))
  const pglite = await open(folder).catch((error: unknown) => {
    lock.release()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database in ${folder} could not be opened: ${reason}`, { cause: error })
  })
  const pool = createEmbeddedPool(pglite)
  const vacuum = startVacuum((statement) => pool.alone((alone) => alone.query(statement)), log)
  return {
    kind: 'embedded',
    dialect: new CommitDialect({ pool }),
    run: (statement, values) => pool.alone((alone) => runStatements(alone, statement, values)),
    async listen(channel, notified, missed) {
      const unlisten = await pool.alone((alone) => alone.listen(channel, notified))
      missed()
      return () => pool.alone(() => unlisten())
    },
    connections: () => pool.use(),
    whileStill: (run) =>
      pool.alone(async (alone) => {
        await alone.exec('checkpoint')
        await run(folder)
      }),
    async close() {
      await vacuum.stop()
      if (!pglite.closed) await pglite.close()
      lock.release()
    },
  }
}

function open(folder: string): Promise<PGlite> {
  return PGlite.create(folder, { parsers: { [types.INT8]: Number, [types.DATE]: text, [types.TIMESTAMP]: text } })
}

/** Runs statements. If a block of statements fails, it is rolled back before another query can run. */
async function runStatements(
  pglite: PGlite,
  statement: string,
  values: readonly unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  try {
    if (values.length > 0) return await pglite.query<Record<string, unknown>>(statement, [...values])
    const results = await pglite.exec(statement)
    return { rows: results.flatMap((result) => result.rows) }
  } catch (error) {
    if (pglite.isInTransaction()) await pglite.exec('rollback')
    throw error
  }
}

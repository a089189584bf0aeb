import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PGlite, types } from '@electric-sql/pglite'
import { type Kysely, PGliteDialect } from 'kysely'
import type { Logger } from 'pino'
import type { DatabaseDriver } from './database.ts'
import { lockFolder } from './folderLock.ts'
import { startVacuum } from './vacuum.ts'

const text = (value: string) => value

/**
 * Opens PostgreSQL in this process on `DATA_DIR/database`. It has one connection: a transaction keeps every other
 * query waiting. It survives the death of the process, but not a loss of power, since it never syncs to disk.
 * @throws Error that names the process that has the folder open
 */
export async function openEmbedded(dataDir: string, log: Logger): Promise<DatabaseDriver> {
  mkdirSync(dataDir, { recursive: true })
  const lock = lockFolder(join(dataDir, 'database.lock'))
  const pglite = await PGlite.create(join(dataDir, 'database'), {
    parsers: { [types.INT8]: Number, [types.DATE]: text, [types.TIMESTAMP]: text },
  }).catch((error: unknown) => {
    lock.release()
    throw new Error(`The database in ${join(dataDir, 'database')} could not be opened: ${String(error)}`)
  })
  const vacuum = startVacuum((statement) => pglite.query(statement), log)
  return {
    kind: 'embedded',
    dialect: new PGliteDialect({ pglite: yieldingToTimers(pglite) }),
    run: (root, statement, values) => runAlone(root, pglite, statement, values),
    async listen(channel, notified, missed) {
      const unlisten = await pglite.listen(channel, notified)
      missed()
      return () => unlisten()
    },
    async close() {
      await vacuum.stop()
      if (!pglite.closed) await pglite.close()
      lock.release()
    },
  }
}

/** Queries resolve as microtasks: without a pause a chain of them starves timers and sockets. */
function yieldingToTimers(pglite: PGlite): PGlite {
  return new Proxy(pglite, {
    get(target, property) {
      if (property === 'query') return yieldAfter(target.query.bind(target))
      if (property === 'transaction') {
        return (callback: Parameters<PGlite['transaction']>[0]) =>
          target.transaction((transaction) =>
            callback({ ...transaction, query: yieldAfter(transaction.query.bind(transaction)) }),
          )
      }
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function yieldAfter(query: PGlite['query']): PGlite['query'] {
  return async (...request) => {
    try {
      return await query(...request)
    } finally {
      await setImmediate()
    }
  }
}

/**
 * Holding Kysely's connection keeps transactions out, so that a block of statements that fails half-way is rolled back
 * before anybody else gets in.
 */
async function runAlone(
  root: Kysely<unknown>,
  pglite: PGlite,
  statement: string,
  values: readonly unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  return root.connection().execute(async () => {
    try {
      if (values.length > 0) return await pglite.query<Record<string, unknown>>(statement, [...values])
      const results = await pglite.exec(statement)
      // PGlite types rows of several statements loosely; they are objects in its default row mode.
      return { rows: results.flatMap((result) => result.rows as Record<string, unknown>[]) }
    } catch (error) {
      if (pglite.isInTransaction()) await pglite.exec('rollback')
      throw error
    } finally {
      await setImmediate()
    }
  })
}

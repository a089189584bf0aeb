import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { ConnectionUse } from './databaseTypes.ts'

const defaultWaitMilliseconds = 60_000

/**
 * The pool of the embedded database. It has one connection, so its holder uses the database exclusively until release.
 */
export interface EmbeddedPool extends PostgresPool {
  use(): ConnectionUse
  /** Runs with exclusive use of the connection, outside any transaction. */
  alone<Result>(run: (pglite: PGlite) => Promise<Result>): Promise<Result>
}

/**
 * Hands out the one connection of the embedded database, first come, first served, in the form that Kysely expects of
 * PostgreSQL. A caller that waits too long gets an error. The most likely cause is a deadlock: an open transaction
 * waits for a query that was made outside the transaction.
 */
export function createEmbeddedPool(pglite: PGlite, waitMilliseconds: number = defaultWaitMilliseconds): EmbeddedPool {
  const waiting: (() => void)[] = []
  let isTaken = false

  const acquire = async () => {
    if (isTaken) await waitForTurn(waiting, waitMilliseconds)
    isTaken = true
  }
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }
  return {
    options: {},
    use: () => ({ used: isTaken ? 1 : 0, idle: isTaken ? 0 : 1, waiting: waiting.length }),
    async connect() {
      await acquire()
      // The dialect has no cursor configured, so it never calls the other overload of `query`.
      return { query: queryOf(pglite), release } as PostgresPoolClient
    },
    async end() {
      await acquire()
      await pglite.close()
    },
    async alone(run) {
      await acquire()
      try {
        return await run(pglite)
      } finally {
        await setImmediate()
        release()
      }
    },
  }
}

/** Resolves when the previous holder passes the connection on. The connection is never marked free in between. */
function waitForTurn(waiting: (() => void)[], milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(
        new Error('The embedded database was busy for too long. Does a transaction wait for a query outside of it?'),
      )
    }, milliseconds)
    waiting.push(take)
  })
}

/**
 * Returns a function that runs a query and then pauses. Query promises resolve as microtasks: without the pause, a
 * chain of queries would starve timers and sockets.
 */
function queryOf(pglite: PGlite): (text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<unknown>> {
  return async (text, values) => {
    try {
      const { rows, command, rowCount } = await pglite.query<unknown>(text, [...values])
      // Kysely's type lists only the commands it inspects. Other commands pass through, as they do with pg.
      return { rows, command: command as PostgresQueryResult<unknown>['command'], rowCount: rowCount ?? 0 }
    } finally {
      await setImmediate()
    }
  }
}

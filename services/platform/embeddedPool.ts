import { setImmediate } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'

const defaultWaitMilliseconds = 60_000

/** One connection: who has it is alone with the database until it is given back. */
export interface EmbeddedPool extends PostgresPool {
  /** Runs with the connection to itself: never inside anybody's transaction. */
  alone<Result>(run: (pglite: PGlite) => Promise<Result>): Promise<Result>
}

/**
 * Hands out the one connection of the embedded database in the order of asking, in the form that Kysely has for
 * PostgreSQL. Who waits too long fails: most likely a transaction waits for a query that was not made through it, which
 * would otherwise wait for ever.
 */
export function createEmbeddedPool(pglite: PGlite, waitMilliseconds: number = defaultWaitMilliseconds): EmbeddedPool {
  const waiting: (() => void)[] = []
  let isTaken = false

  const acquire = async () => {
    if (isTaken) await turn(waiting, waitMilliseconds)
    isTaken = true
  }
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else isTaken = false
  }
  return {
    options: {},
    async connect() {
      await acquire()
      // The other form of `query` takes a cursor, which the dialect is not given.
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

/** Resolves when the one before gives the connection over, without letting go of it in between. */
function turn(waiting: (() => void)[], milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1)
      reject(new Error('The embedded database was busy for too long. Does a transaction wait for a query beside it?'))
    }, milliseconds)
    waiting.push(take)
  })
}

/** Queries resolve as microtasks: without a pause a chain of them starves timers and sockets. */
function queryOf(pglite: PGlite): (text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<unknown>> {
  return async (text, values) => {
    try {
      const { rows, command, rowCount } = await pglite.query<unknown>(text, [...values])
      // Kysely lists the commands that it looks at; others pass through as they do with pg.
      return { rows, command: command as PostgresQueryResult<unknown>['command'], rowCount: rowCount ?? 0 }
    } finally {
      await setImmediate()
    }
  }
}

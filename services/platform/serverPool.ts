import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { ConnectionUse } from './databaseTypes.ts'
import { DatabaseUnavailable, lostConnection, withUnavailability } from './databaseUnavailable.ts'
import { clientOf, type ServerHosts } from './serverHosts.ts'

const begins = /^(?:begin|start transaction)\b/

/** The connections of a process to a PostgreSQL server. */
export interface ServerPool extends PostgresPool {
  run(text: string, values: readonly unknown[]): Promise<unknown>
  use(): ConnectionUse
}

/**
 * Opens a pool of connections. While the server cannot be used, each call fails with `DatabaseUnavailable`, and the
 * next call tries again.
 * @param settings statements to run at the beginning of each transaction
 */
export function createServerPool(
  { hosts, config, settings }: { hosts: ServerHosts; config: PoolConfig; settings?: string | undefined },
  log: Logger,
): ServerPool {
  const pool = new Pool({ ...config, Client: clientOf(hosts) })
  // Without a listener, an error of a connection that is in use would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: lostConnection(error) }, 'a database connection was lost')),
  )
  // The pool emits the errors of its idle connections a second time. They are logged above already.
  pool.on('error', () => undefined)
  const connectOnce = writableConnections(pool, hosts)
  const connect = () => hosts.connect(connectOnce)
  return {
    options: {},
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    connect: async () => withTypedErrors(await connect(), settings),
    async run(text, values) {
      const client = withTypedErrors(await connect(), settings)
      let isDone = false
      try {
        const result = await client.query(text, values)
        isDone = true
        return result
      } finally {
        // A block of statements that fails half-way leaves its transaction open, so its connection is not used again.
        client.release(!isDone)
      }
    },
    async end() {
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
}

/** Takes connections from the pool. The host of each new connection is checked. */
function writableConnections(pool: Pool, hosts: ServerHosts): () => Promise<PoolClient> {
  const checked = new WeakSet<PoolClient>()
  return async () => {
    const client = await pool.connect()
    if (checked.has(client)) return client
    try {
      await hosts.checkWritable(client)
    } catch (error) {
      client.release(true)
      throw error
    }
    checked.add(client)
    return client
  }
}

/** A connection that reports its loss as `DatabaseUnavailable`. Afterwards it is not used again. */
function withTypedErrors(client: PoolClient, settings: string | undefined): PostgresPoolClient {
  let lost: DatabaseUnavailable | undefined
  const query = async (text: string, values: readonly unknown[]) => {
    // On a lost connection, a rollback would wait behind a query that never gets an answer.
    if (lost) throw lost
    try {
      return await client.query(settings && begins.test(text) ? `${text}; ${settings}` : text, [...values])
    } catch (error) {
      const typed = withUnavailability(error)
      if (typed instanceof DatabaseUnavailable) lost = typed
      throw typed
    }
  }
  const release = (isUseless?: boolean) => client.release(isUseless === true || lost !== undefined)
  // The dialect has no cursor configured, so it never calls the other overload of `query`. The results are those of pg,
  // which the dialect is made for.
  return { query, release } as unknown as PostgresPoolClient
}

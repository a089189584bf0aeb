import { type PoolConfig, types } from 'pg'
import type { Logger } from 'pino'
import { CommitDialect } from './afterCommit.ts'
import type { DatabaseDriver } from './databaseTypes.ts'
import { ServerHosts } from './serverHosts.ts'
import { ServerListener } from './serverListener.ts'
import { createServerPool } from './serverPool.ts'

const idleInTransactionTimeoutMilliseconds = 60_000
const connectTimeoutMilliseconds = 10_000
/**
 * How much longer (ms) than the server's timeout this process waits, in case the server is gone without closing the
 * connection.
 */
const silenceMilliseconds = 5_000

/** How to use a PostgreSQL server. */
export interface ServerSettings {
  /** One URL per host. One of the hosts accepts writes. */
  readonly urls: readonly string[]
  /** The URLs of the hosts themselves, if `urls` are those of a pooler such as pgbouncer. */
  readonly directUrls: readonly string[] | undefined
  /** The maximum number of connections of this process, without the one that listens. */
  readonly connections: number
  readonly statementTimeoutMilliseconds: number
  /** How long a process that starts waits for the server. */
  readonly startTimeoutMilliseconds: number
}

export const usualServerSettings: Omit<ServerSettings, 'urls'> = {
  directUrls: undefined,
  connections: 10,
  statementTimeoutMilliseconds: 30_000,
  startTimeoutMilliseconds: 30_000,
}

const text = (value: string) => value
const numberArray = (value: string) => parseArray(value).map((item) => (item === null ? null : Number(item)))
const textArray = (value: string) => parseArray(value)

/**
 * Parsers by the OID of a PostgreSQL type, for the types that pg by default parses into other values than the embedded
 * database. These parsers return the same values as the embedded database.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [types.builtins.INT8, Number],
  [types.builtins.DATE, text],
  [types.builtins.TIMESTAMP, text],
  // int8[]
  [1016, numberArray],
  // date[]
  [1182, textArray],
  // timestamp[]
  [1115, textArray],
])

/**
 * Opens a connection pool on a PostgreSQL server.
 *
 * A pooler in transaction mode gives each transaction another session. So what needs one session uses the direct URL.
 * Timeouts are set in each transaction, because poolers refuse timeouts as parameters of a connection.
 */
export function openServer(settings: ServerSettings, log: Logger): DatabaseDriver {
  const { urls, directUrls, connections, statementTimeoutMilliseconds } = settings
  const shared: PoolConfig = {
    application_name: 'keepsake',
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  }
  const timeouts = {
    statement_timeout: statementTimeoutMilliseconds,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMilliseconds,
  }
  const own = { ...shared, max: connections, query_timeout: statementTimeoutMilliseconds + silenceMilliseconds }
  const hosts = new ServerHosts(urls)
  const pool =
    directUrls === undefined
      ? createServerPool({ hosts, config: { ...own, ...timeouts } }, log)
      : createServerPool({ hosts, config: own, settings: localSettings(timeouts) }, log)
  const directHosts = directUrls === undefined ? hosts : new ServerHosts(directUrls)
  const listener = new ServerListener(directHosts, shared, log)
  return {
    kind: 'server',
    dialect: new CommitDialect({ pool }),
    openDirect: () =>
      new CommitDialect({ pool: createServerPool({ hosts: directHosts, config: { ...shared, max: 1 } }, log) }),
    async run(statement, values) {
      return { rows: rowsOf(await pool.run(statement, values)) }
    },
    listen: (channel, notified, missed) => listener.listen({ channel, notified, missed }),
    connections: () => pool.use(),
    close: () => pool.end(),
  }
}

function localSettings(settings: Readonly<Record<string, number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${value}`)
    .join('; ')
}

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const own = format === 'binary' ? undefined : parsers.get(oid)
  // The parsers of pg are untyped.
  return own ?? (types.getTypeParser(oid, format ?? 'text') as (value: string) => unknown)
}

/** A query with several statements returns an array of results. */
function rowsOf(result: unknown): Record<string, unknown>[] {
  const results: unknown[] = Array.isArray(result) ? result : [result]
  return results.flatMap((one) => (isResult(one) ? one.rows : []))
}

function isResult(value: unknown): value is { rows: Record<string, unknown>[] } {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)
}

/** Parses a one-dimensional array literal, with or without quotes around its elements. */
function parseArray(literal: string): (string | null)[] {
  const inner = literal.slice(1, -1)
  if (inner === '') return []
  return inner.split(',').map((item) => (item === 'NULL' ? null : item.replace(/^"(.*)"$/, '$1')))
}

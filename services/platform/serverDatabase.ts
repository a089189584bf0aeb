import { PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import type { Logger } from 'pino'
import type { DatabaseDriver } from './databaseTypes.ts'
import { listenOnServer } from './serverListener.ts'

const statementTimeoutMilliseconds = 30_000
const idleInTransactionTimeoutMilliseconds = 60_000
const connectTimeoutMilliseconds = 10_000
const connections = 10

const text = (value: string) => value
const numberArray = (value: string) => parseArray(value).map((item) => (item === null ? null : Number(item)))
const textArray = (value: string) => parseArray(value)

/**
 * Parsers by the number of a PostgreSQL type. They return the same values as the embedded database, for the types whose
 * default parser of pg would return other values.
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

/** Opens a connection pool on a PostgreSQL server. */
export function openServer(url: string, log: Logger): DatabaseDriver {
  const config: PoolConfig = {
    connectionString: url,
    max: connections,
    application_name: 'keepsake',
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    statement_timeout: statementTimeoutMilliseconds,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMilliseconds,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  }
  const pool = new Pool(config)
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  return {
    kind: 'server',
    dialect: new PostgresDialect({ pool }),
    async run(statement, values) {
      const result: unknown = values.length > 0 ? await pool.query(statement, [...values]) : await pool.query(statement)
      return { rows: rowsOf(result) }
    },
    listen: (channel, notified, missed) => listenOnServer(config, channel, { notified, missed }, log),
    async close() {
      if (!pool.ended && !pool.ending) await pool.end()
    },
  }
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

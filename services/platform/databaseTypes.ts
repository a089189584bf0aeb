import type { Dialect, Kysely } from 'kysely'

/**
 * An open database: PGlite in the data folder, or a PostgreSQL server. Both accept the same SQL, and return the same
 * types and errors.
 */
export interface Database {
  readonly kind: 'embedded' | 'server'
  /** The database without a schema. Services use `inSchema`. */
  readonly root: Kysely<unknown>
  inSchema<Tables>(schema: string): Kysely<Tables>
  /**
   * Runs SQL outside any transaction. Without values, the text may hold several statements; their rows are
   * concatenated.
   */
  run(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /**
   * Calls `run` with connections that are sessions of the server, even behind a pooler. Use it for what outlives a
   * transaction, such as a session lock.
   */
  inSession<Result>(run: (root: Kysely<unknown>) => Promise<Result>): Promise<Result>
  /**
   * Calls `notified` for each NOTIFY on the channel. Calls `missed` after each (re)connection: earlier notifications
   * may be lost, so the caller must query the state itself.
   * @returns a function that stops listening
   */
  listen(channel: string, notified: (payload: string) => void, missed: () => void): Promise<() => Promise<void>>
  /**
   * Calls `run` while no statement runs, with the folder of the database: its files contain everything that was
   * committed. Meanwhile all queries wait, for a minute at most. Undefined for a server.
   */
  readonly whileStill?: (run: (folder: string) => Promise<void>) => Promise<void>
  /** How the connections for statements are used now, and how many statements wait for one. */
  connections(): ConnectionUse
  close(): Promise<void>
}

/** Numbers of connections, and of statements that wait for one. */
export interface ConnectionUse {
  readonly used: number
  readonly idle: number
  readonly waiting: number
}

/** What each driver provides; `openDatabase` adds Kysely on top. */
export interface DatabaseDriver extends Pick<Database, 'kind' | 'listen' | 'whileStill' | 'connections'> {
  readonly dialect: Dialect
  /**
   * Creates a dialect with a few connections, which are sessions of the server. Undefined: `dialect` is such a dialect.
   */
  readonly openDirect?: () => Dialect
  /** Runs SQL directly on the driver, outside any transaction. */
  run(text: string, values: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** Call after Kysely was destroyed. */
  close(): Promise<void>
}

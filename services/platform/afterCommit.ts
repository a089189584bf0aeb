import {
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryExecutorProvider,
  type TransactionSettings,
} from 'kysely'

type Callback = () => void

/** What to call when the open transaction of a connection is committed. */
const waiting = new WeakMap<DatabaseConnection, Callback[]>()

/**
 * Calls back once the transaction is committed. Never calls back if it is rolled back, if the process ends before, or
 * if the answer to the commit is lost.
 * @param transaction a transaction of a database that was opened with `CommitDialect`
 */
export async function afterCommit(transaction: QueryExecutorProvider, callback: Callback): Promise<void> {
  await transaction.getExecutor().provideConnection(async (connection) => {
    const callbacks = waiting.get(connection)
    if (callbacks) callbacks.push(callback)
    else waiting.set(connection, [callback])
  })
}

/** Kysely's dialect of PostgreSQL, with `afterCommit`. */
export class CommitDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new CommitDriver(this.#config)
  }
}

class CommitDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // If the previous transaction of the connection was rolled back, drops its callbacks.
    waiting.delete(connection)
    await super.beginTransaction(connection, settings)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    for (const callback of waiting.get(connection) ?? []) callback()
    waiting.delete(connection)
  }
}

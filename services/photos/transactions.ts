import { setTimeout } from 'node:timers/promises'
import { Backoff } from '../platform/backoff.ts'
import type { Kysely, Transaction } from 'kysely'
import type { PhotosTables } from './tables.ts'

const deadlock = '40P01'
const attempts = 5
const firstPauseMilliseconds = 25
const longestPauseMilliseconds = 250

/**
 * Runs a change of photos and albums in a transaction. To avoid deadlocks, all changes lock photos first, then albums,
 * each in the order of their ids. If a deadlock happens anyway, the change is retried.
 */
export async function inTransaction<Result>(
  database: Kysely<PhotosTables>,
  run: (change: Transaction<PhotosTables>) => Promise<Result>,
): Promise<Result> {
  const backoff = new Backoff(firstPauseMilliseconds, longestPauseMilliseconds)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(run)
    } catch (error) {
      if (!isDeadlock(error) || attempt === attempts) throw error
      await setTimeout(backoff.next())
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlock
}

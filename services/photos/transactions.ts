import { setTimeout } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { PhotosTables } from './tables.ts'

const deadlock = '40P01'
const attempts = 5
const longestPauseMilliseconds = 50

/**
 * Runs a change of photos and albums in a transaction. All lock photos first, then albums, each in the order of their ids,
 * so that none waits for another in a circle; should it happen all the same, the change begins anew.
 */
export async function inTransaction<Result>(
  database: Kysely<PhotosTables>,
  run: (change: Transaction<PhotosTables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(run)
    } catch (error) {
      if (!isDeadlock(error) || attempt === attempts) throw error
      await setTimeout(Math.random() * longestPauseMilliseconds * attempt)
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === deadlock
}

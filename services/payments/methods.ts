import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { JobQueue, OpenTransaction, Platform } from '../platform/platform.ts'
import { type PaymentProvider, ProviderUnavailable } from './provider.ts'
import type { MethodsTable, PaymentsTables } from './tables.ts'

export type MethodRow = Selectable<MethodsTable>

/** What a customer has stored. */
export interface StoredMethods {
  readonly method: MethodRow | null
  /** Removed or replaced methods that the provider has not deleted yet, newest first. */
  readonly removing: readonly MethodRow[]
}

/** What the parts of this service share. */
export interface Payments {
  readonly platform: Platform
  readonly database: Kysely<PaymentsTables>
  readonly provider: PaymentProvider
}

const payload = z.object({ methodId: z.uuid() })
const detachQueueName = 'payments.detach'

/** The delay (s) of the job that detaches a removed method. Before that, the request itself tries to detach it. */
const ownAttemptSeconds = 3

/** An arbitrary number. With a hash of the account, it is the advisory lock for changes of the account's methods. */
const changesLock = 7_215_070

/** Runs a change in a transaction. The changes of one account take turns. */
export async function changeMethods<Result>(
  database: Kysely<PaymentsTables>,
  accountId: string,
  run: (change: Transaction<PaymentsTables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(${changesLock}::int, hashtext(${accountId}))`.execute(change)
    return run(change)
  })
}

export async function readMethods(database: Kysely<PaymentsTables>, accountId: string): Promise<StoredMethods> {
  const rows = await database
    .selectFrom('methods')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('removed_at', 'desc')
    .execute()
  return {
    method: rows.find((row) => row.removed_at === null) ?? null,
    removing: rows.filter((row) => row.removed_at !== null),
  }
}

/**
 * Removes a stored method. The call can be repeated.
 * @returns `removed` if the provider has deleted the method; `removing` if the provider does not answer, and a job
 *   repeats the deletion until it does; undefined if the account has no such method
 */
export async function removeMethod(
  payments: Payments,
  accountId: string,
  id: string,
): Promise<'removed' | 'removing' | undefined> {
  const { platform, database } = payments
  const isKnown = await changeMethods(database, accountId, async (change) => {
    const known = await change
      .selectFrom('methods')
      .select('removed_at')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (known && known.removed_at === null) {
      await markRemoved(change, [id])
      await queueDetaching(platform, change, [id], ownAttemptSeconds)
    }
    return known !== undefined
  })
  if (!isKnown) return undefined
  try {
    await detachMethod(payments, id)
    return 'removed'
  } catch (error) {
    if (error instanceof ProviderUnavailable) return 'removing'
    throw error
  }
}

/** Marks methods as removed by their customer. Call `queueDetaching` in the same transaction. */
export async function markRemoved(change: Transaction<PaymentsTables>, ids: readonly string[]): Promise<void> {
  await change
    .updateTable('methods')
    .set({ removed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('removed_at', 'is', null)
    .execute()
}

/** Queues the jobs that delete removed methods at the provider. */
export async function queueDetaching(
  platform: Platform,
  change: OpenTransaction,
  ids: readonly string[],
  delaySeconds = 0,
): Promise<void> {
  const jobs = ids.map((methodId) => ({ payload: { methodId }, key: methodId, delaySeconds }))
  await platform.jobs.enqueueAll(change, detachQueueName, jobs)
}

/** Deletes a removed method at the provider, and then here. If its retries fail, `upkeep.ts` queues it again. */
export function detachQueue(payments: Payments): JobQueue<z.infer<typeof payload>> {
  return {
    name: detachQueueName,
    payload,
    concurrency: 4,
    retries: 3,
    timeoutSeconds: 30,
    run: ({ methodId }) => detachMethod(payments, methodId),
  }
}

/**
 * Deletes a removed method, at the provider first: if the process dies in between, the row is still there, and the
 * deletion is repeated.
 * @throws ProviderUnavailable
 */
export async function detachMethod({ database, provider }: Payments, id: string): Promise<void> {
  const method = await database
    .selectFrom('methods')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  if (!method) return
  await provider.detach(method.provider_reference)
  await database.deleteFrom('methods').where('id', '=', id).execute()
}

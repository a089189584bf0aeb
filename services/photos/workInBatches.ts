import { z } from 'zod'
import { queueForOwners } from './queueForOwners.ts'
import { inTransaction } from './transactions.ts'
import type { Kysely, Transaction } from 'kysely'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

/** How long (ms) a job works for one account before it queues itself again, so that other accounts get their turn. */
const turnMilliseconds = 10_000
/**
 * How many seconds the job waits, because the request does the first batches itself. The job then does the rest, even
 * if the process of the request has crashed.
 */
const jobDelaySeconds = 3

const payload = z.object({ ownerId: z.uuid().optional() })

type Payload = z.infer<typeof payload>

/** Work on the photos of one account that is too long for one transaction, such as deleting all of them. */
export interface WorkInBatches {
  /** The name of its queue. */
  readonly queueName: string
  /** The table that has a row for each account from the start of its work to the last batch. */
  readonly table: 'library_deletions' | 'trash_emptyings'
  /**
   * Does one batch in a transaction. Locks the row of the account, so that only one process works for it at a time.
   * @returns true if nothing is left
   */
  readonly runBatch: (platform: Platform, change: Transaction<PhotosTables>, ownerId: string) => Promise<boolean>
}

/** Queues the job that continues the work of an account. Call it in the transaction that starts the work. */
export async function queueWork(
  platform: Platform,
  change: Transaction<PhotosTables>,
  { queueName }: WorkInBatches,
  ownerId: string,
  delaySeconds = jobDelaySeconds,
): Promise<void> {
  await platform.jobs.enqueue(change, queueName, { ownerId }, { key: ownerId, delaySeconds })
}

/**
 * Runs batches until nothing is left, the time is up, or the signal is aborted.
 * @returns true if nothing is left
 */
export async function continueWork(
  platform: Platform,
  database: Kysely<PhotosTables>,
  { runBatch }: WorkInBatches,
  ownerId: string,
  until: { readonly milliseconds: number; readonly signal?: AbortSignal },
): Promise<boolean> {
  const end = performance.now() + until.milliseconds
  for (;;) {
    const isDone = await inTransaction(database, (change) => runBatch(platform, change, ownerId))
    if (isDone) return true
    if (performance.now() >= end || until.signal?.aborted) return false
  }
}

/** A queue whose jobs continue the work of one account. On the schedule `cron`, it queues work that has no job. */
export function workQueue(
  platform: Platform,
  database: Kysely<PhotosTables>,
  work: WorkInBatches,
  options: Pick<JobQueue<Payload>, 'cron' | 'timeoutSeconds'>,
): JobQueue<Payload> {
  const again = async (ownerId: string) =>
    database.transaction().execute((change) => queueWork(platform, change, work, ownerId, 0))
  return {
    name: work.queueName,
    payload,
    concurrency: 2,
    retries: 10,
    ...options,
    run: async ({ ownerId }, signal) => {
      if (ownerId === undefined) {
        return queueForOwners(platform, database, work.queueName, {
          table: work.table,
          delaySeconds: jobDelaySeconds,
          signal,
        })
      }
      const isDone = await continueWork(platform, database, work, ownerId, { milliseconds: turnMilliseconds, signal })
      if (!isDone) await again(ownerId)
    },
  }
}

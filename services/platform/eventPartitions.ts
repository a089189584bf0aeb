import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely'
import { readPositions } from './eventPositions.ts'

/**
 * Positions per partition. The partition with number 3 begins at position 30,000,000,000. A partition gets the events
 * of about a day, and then the positions jump to the next one. Without a jump, the positions of one partition last for
 * 25 days at 4,500 events a second.
 */
export const positionsPerPartition = 10_000_000_000

/** An arbitrary lock number. A process holds this lock while it adds or begins a partition. */
const partitionLock = 7_215_004
/**
 * How long (ms) the removal of a partition waits for transactions that read events. Later statements wait behind the
 * removal. The wait is shorter than the time after which PostgreSQL looks for deadlocks.
 */
const dropWaitMilliseconds = 500
/** The error code of PostgreSQL when a lock was not available in time. */
const lockNotAvailable = '55P03'

/**
 * Creates the partition of the current position and the one after it, if they are missing. So at any time there is
 * space for at least another 10,000,000,000 events.
 */
export async function addEventPartitions(root: Kysely<unknown>): Promise<void> {
  const current = await currentPartition(root)
  const existing = await partitions(root)
  for (const number of [current, current + 1]) {
    if (!existing.includes(number)) await addPartition(root, number)
  }
}

/**
 * Removes the partitions whose events are all older than this many days and were handled by every consumer, the oldest
 * first. Begins the next partition if the current one has events of more than a day ago. An event is therefore kept
 * about a day longer than `days`, and the newest events even longer, until another event follows. If the signal is
 * aborted, the next call continues.
 */
export async function pruneEvents(root: Kysely<unknown>, days: number, signal: AbortSignal): Promise<void> {
  await addEventPartitions(root)
  const last = await currentPartition(root)
  if (await beganYesterday(root, last)) await beginPartition(root, last + 1)
  // No transaction can write to the partitions before this one any more.
  const settled = partitionAfter((await readPositions(root)).settled)
  for (const number of await partitions(root)) {
    if (number >= settled || signal.aborted || !(await dropIfOld(root, number, days))) return
  }
}

/** The partition of the next event. */
async function currentPartition(connection: QueryExecutorProvider): Promise<number> {
  return partitionAfter((await readPositions(connection)).last)
}

/** The partition of the first position after this one. */
function partitionAfter(position: number): number {
  return Math.floor((position + 1) / positionsPerPartition)
}

/**
 * The numbers of the partitions, in ascending order. Reads the catalogue, because `to_regclass` may answer from a
 * cache.
 */
async function partitions(connection: QueryExecutorProvider): Promise<readonly number[]> {
  const { rows } = await sql<{ number: number }>`
    select substring(relname from '^events_(\\d+)$')::bigint as number
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'platform.events'::regclass order by number`.execute(connection)
  return rows.map(({ number }) => number)
}

/**
 * Adds a partition, in two steps: creates the table, and attaches it. Neither blocks statements that read or append
 * events.
 */
async function addPartition(root: Kysely<unknown>, number: number): Promise<void> {
  await root.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(change)
    // Another process may have added the partition.
    if ((await partitions(change)).includes(number)) return
    const [from, to] = [number, number + 1].map((each) => sql.lit(each * positionsPerPartition))
    await sql`create table ${tableOf(number)} (like platform.events including all)`.execute(change)
    await sql`alter table platform.events attach partition ${tableOf(number)} for values from (${from}) to (${to})`.execute(
      change,
    )
  })
}

async function beganYesterday(connection: QueryExecutorProvider, number: number): Promise<boolean> {
  const { rows } = await sql<{ old: boolean }>`
    select created < now() - interval '1 day' as old from ${tableOf(number)} order by position limit 1`.execute(
    connection,
  )
  return rows[0]?.old ?? false
}

/** Begins a partition: the next event gets the first position of the partition. */
async function beginPartition(root: Kysely<unknown>, number: number): Promise<void> {
  const before = number * positionsPerPartition - 1
  await root.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(${partitionLock})`.execute(change)
    // Another process may have begun the partition.
    await sql`
      select setval('platform.event_positions', ${before}::bigint)
      from platform.event_positions where last_value < ${before}::bigint`.execute(change)
  })
  await addEventPartitions(root)
}

/**
 * @returns false if the partition is still needed, or if a long transaction reads it, so that only the next call can
 *   remove it
 */
async function dropIfOld(root: Kysely<unknown>, number: number, days: number): Promise<boolean> {
  const { rows } = await sql<{ position: number; removable: boolean }>`
    select position, created < now() - make_interval(days => ${days}::int)
      and position <= (select coalesce(min(handled_to), 0) from platform.event_consumers) as removable
    from ${tableOf(number)} order by position desc limit 1`.execute(root)
  // A partition without events can be removed as well: its events were those of erased accounts.
  const last = rows[0]
  if (last && !last.removable) return false
  try {
    await root.transaction().execute((change) => dropPartition(change, number, last?.position ?? 0))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return false
    throw error
  }
}

async function dropPartition(change: Transaction<unknown>, number: number, last: number): Promise<void> {
  await sql`set local lock_timeout to ${sql.lit(dropWaitMilliseconds)}`.execute(change)
  // Another process may have dropped the partition.
  await sql`drop table if exists ${tableOf(number)}`.execute(change)
  await sql`update platform.event_retention set dropped_to = greatest(dropped_to, ${last}::bigint)`.execute(change)
}

function nameOf(number: number): string {
  return `platform.events_${number}`
}

function tableOf(number: number) {
  return sql.table(nameOf(number))
}

import { sql } from 'kysely'
import type { Database } from './databaseTypes.ts'

/** The schema of pg-boss. */
export const jobSchema = 'jobs'
/** Ten years: work that waits is not dropped, even if nothing could do it for weeks. */
export const waitingSeconds = 10 * 365 * 24 * 3_600

/** How long ended jobs are kept. Only people who look for the reason of a failure read them. */
const endedJobHours = 24
const jobsPerStatement = 1_000
/** The time from which pg-boss may delete jobs. */
const never = '9999-12-31T00:00:00Z'
/** An arbitrary lock number. A process holds this lock while it adds to pg-boss's tables. */
const preparationLock = 7_215_002

/**
 * pg-boss has no index for these questions: which jobs have become due lately, which jobs are active (it asks every two
 * seconds, to find jobs whose process is gone), and which jobs ended long ago.
 */
const indexes = [
  `create index if not exists job_due on ${jobSchema}.job_common (name, start_after) where state < 'active' and not blocked`,
  `create index if not exists job_active on ${jobSchema}.job_common (name) where state = 'active'`,
  `create index if not exists job_ended on ${jobSchema}.job_common (completed_on) where completed_on is not null`,
]

/**
 * Selects the given queues that have a job which became due in the last minute. A job that has been due for longer need
 * not be found: its workers were woken before, and they look again after each job, and every 30 s. The limit of a
 * minute keeps the query short, because the entries of ended jobs stay in the index until the next vacuum.
 */
export const dueQueues = `
  select queue.name from unnest($1::text[]) as queue (name)
  cross join lateral (
    select from ${jobSchema}.job_common as job
    where job.name = queue.name and job.state < 'active' and not job.blocked
      and job.start_after > now() - interval '1 minute' and job.start_after <= now()
    order by job.start_after limit 1
  ) as due`

/**
 * Prepares pg-boss's tables for millions of jobs: adds indexes, and switches the statistics of the queues off. Nothing
 * reads the statistics, and pg-boss would read all jobs for them whenever it looks for jobs whose process is gone.
 */
export async function prepareJobTables(database: Database): Promise<void> {
  const { rows } = await database.run(
    `select to_regclass('${jobSchema}.job_ended') is not null
       and (select monitor_backoff_on = 'infinity' from ${jobSchema}.version) as prepared`,
  )
  if (rows[0]?.['prepared'] === true) return
  await database.root.transaction().execute(async (change) => {
    // An index on millions of jobs takes longer than other statements may take.
    await sql`set local statement_timeout to 0`.execute(change)
    await sql`select pg_advisory_xact_lock(${preparationLock})`.execute(change)
    for (const index of indexes) await sql.raw(index).execute(change)
    // Jobs that were queued before `waitingSeconds` applied would be dropped after two weeks.
    await sql`
      update jobs.job_common set keep_until = start_after + make_interval(secs => ${waitingSeconds})
      where state < 'active'`.execute(change)
    await sql`update jobs.version set monitor_backoff_on = 'infinity'`.execute(change)
  })
}

/**
 * Disables pg-boss's daily deletion, which would read all jobs in one statement to find those that have waited for
 * longer than `waitingSeconds`. The date is finite, because PostgreSQL before version 17 cannot subtract an infinite
 * one. Call it when all queues exist.
 */
export async function putDeletionOff(database: Database): Promise<void> {
  await database.run(
    `with undue as (
       select name from ${jobSchema}.queue where maintain_on is distinct from $1::timestamptz
       order by name for no key update
     )
     update ${jobSchema}.queue set maintain_on = $1::timestamptz from undue where queue.name = undue.name`,
    [never],
  )
}

/**
 * Deletes jobs that ended a day ago, the oldest first, in short statements. If the signal is aborted, the next call
 * continues.
 */
export async function pruneEndedJobs(database: Database, signal: AbortSignal): Promise<void> {
  // Deleted rows stay in the index until the next vacuum. Each statement begins where the previous one ended, so that
  // it does not read deleted rows again.
  let from: unknown = '-infinity'
  while (!signal.aborted) {
    const { rows } = await database.run(
      `with page as (
         select name, id, completed_on from ${jobSchema}.job_common
         where completed_on >= $1::timestamptz and completed_on < now() - make_interval(hours => $2::int)
         order by completed_on limit $3::int
       ), deleted as (
         delete from ${jobSchema}.job_common as job using page where job.name = page.name and job.id = page.id
       )
       select count(*)::int as count, max(completed_on)::text as reached from page`,
      [from, endedJobHours, jobsPerStatement],
    )
    if (Number(rows[0]?.['count']) < jobsPerStatement) return
    from = rows[0]?.['reached']
  }
}

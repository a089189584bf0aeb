import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { z } from 'zod'
import { deleteInPages } from './deleteInPages.ts'
import type { JobQueue, OpenTransaction, Platform } from './platform.ts'

/**
 * Every service erases an account twice. In the first round, a slow service may still announce data to a service that
 * has already erased the account, for example an upload that was complete when its process died. The second round
 * starts when all services have finished the first round. Nothing is left then that could create data. The second round
 * erases the data that arrived in the meantime.
 */
export const erasureRounds = 2

/** The event that asks all services to erase its owner: `{ round }`, from 1. */
export const accountDeleted = 'account.deleted'
/** The event with which a service reports that it has erased its owner: `{ service, round, kept }`. */
export const accountErased = 'account.erased'

/**
 * The suffix of the name of each consumer that erases accounts. The database has a row for each consumer, by which
 * `erasingServices` finds the services.
 */
const consumerSuffix = '.erasure'

/** At one retry per minute, this is more than two months. No outage should last longer. */
const retries = 100_000
const timeoutSeconds = 3_600
const jobsPerStatement = 1_000

const deletedSchema = z.object({ round: z.number().int().min(1).default(1) })
const payload = z.object({ accountId: z.uuid(), round: z.number().int() })

type Payload = z.infer<typeof payload>

/** What a service keeps of an erased account, because the law asks for it. */
export interface KeptRecords {
  readonly count: number
  /** The last day of retention of the newest record, such as `2033-12-31`. */
  readonly until: string
}

/** How a service erases an account. */
export interface Erasure<Tables> {
  readonly service: string
  /** The service's own database, from `platform.database`. */
  readonly database: Kysely<Tables>
  /**
   * Erases what the service holds of an account. It is called again after a crash, and in the second round, so each
   * step must be repeatable. Throws if the signal is aborted.
   * @returns what the service keeps; null or undefined if it keeps nothing
   */
  erase(accountId: string, signal: AbortSignal): Promise<KeptRecords | null | void>
}

/**
 * Erases accounts when `account.deleted` is appended, and reports each with `account.erased`. Call it in the
 * registration of the service.
 */
export function registerErasure<Tables>(platform: Platform, erasure: Erasure<Tables>): void {
  const queue = erasureQueue(platform, erasure)
  platform.jobs.define(queue)
  platform.events.consume({
    name: `${erasure.service}${consumerSuffix}`,
    database: erasure.database,
    types: [accountDeleted],
    handle: async (events, change) => {
      for (const { owner: accountId, data } of events) {
        const { round } = deletedSchema.parse(data)
        await platform.jobs.enqueue(change, queue.name, { accountId, round }, { key: `${accountId}.${round}` })
      }
    },
  })
}

function erasureQueue<Tables>(platform: Platform, erasure: Erasure<Tables>): JobQueue<Payload> {
  const { service, database } = erasure
  const name = `${service}.erase-account`
  return {
    name,
    payload,
    concurrency: 1,
    retries,
    timeoutSeconds,
    async run({ accountId, round }, signal) {
      await deleteWaitingJobs(database, service, accountId)
      const kept = (await erasure.erase(accountId, signal)) ?? null
      signal.throwIfAborted()
      if (await hasRunningJob(database, service, accountId)) {
        throw new Error('A job of the account is still running. It ends soon, because its rows are gone.')
      }
      if (await platform.events.hasUnhandled(database, { service, owner: accountId })) {
        throw new Error('Events of the account are still being handled. They may create data again.')
      }
      await database.transaction().execute(async (change) => {
        if (!(await isAwaited(change, accountId))) return
        await platform.events.append(change, [
          { type: accountErased, owner: accountId, data: { service, round, kept } },
        ])
      })
    },
  }
}

/**
 * The services that have data of accounts, besides identity: all of our services with such data that have ever run in
 * this installation. A retailer's own service that replaces one of ours does not count, because it does not read our
 * events.
 */
export async function erasingServices(database: QueryExecutorProvider): Promise<readonly string[]> {
  const { rows } = await sql<{ service: string }>`
    select split_part(name, '.', 1) as service from platform.event_consumers
    where name like ${`%${consumerSuffix}`} order by name`.execute(database)
  return rows.map(({ service }) => service)
}

/**
 * Deletes the rows of an account in batches, so that no transaction is long.
 * @param place.table the table with its schema, such as `downloads.downloads`
 * @param place.column the column with the id of the account
 */
export async function deleteRowsOf(
  database: QueryExecutorProvider,
  place: { readonly table: string; readonly column: 'account_id' | 'owner_id' },
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  await deleteInPages(database, { table: place.table, where: sql`${sql.ref(place.column)} = ${accountId}` }, signal)
  signal.throwIfAborted()
}

/** An account, as jobs name it. */
export interface ErasedAccount {
  readonly accountId: string
  readonly email: string
}

/**
 * Deletes the ended jobs that name an account or its e-mail address. Reads all ended jobs, which are those of a day, in
 * short statements. No index could find them: some name the account inside of a text, such as the key of a file.
 * @returns the time (of the database) from which `deletePlatformRows` has to search ended jobs
 */
export async function deleteEndedJobs(
  database: QueryExecutorProvider,
  account: ErasedAccount,
  signal: AbortSignal,
): Promise<string> {
  // The recorded end of a job is the start of the transaction that ended it, so it can be slightly earlier than the
  // commit.
  const recent = sql<{ time: string }>`select (clock_timestamp() - interval '1 minute')::text as time`
  const start = (await recent.execute(database)).rows[0]?.time ?? '-infinity'
  let after = '-infinity'
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await sql<{ count: number; reached: string }>`
      with page as materialized (
        select name, id, completed_on, ${isAbout(account)} as is_found from jobs.job_common
        where completed_on > ${after}::timestamptz
        order by completed_on fetch first (${jobsPerStatement}::int) rows with ties
      ), deleted as (
        delete from jobs.job_common as job using page
        where page.is_found and job.name = page.name and job.id = page.id
      )
      select count(*)::int as count, max(completed_on)::text as reached from page`.execute(database)
    const page = rows[0]
    if (!page || page.count < jobsPerStatement) return start
    after = page.reached
  }
}

/**
 * Deletes what the platform holds of an account: its events, counts of mails, and the jobs that name it or its e-mail
 * address. Call it last, when every service has erased the account.
 * @param endedSince what `deleteEndedJobs` has returned
 */
export async function deletePlatformRows(
  change: OpenTransaction,
  account: ErasedAccount,
  endedSince: string,
): Promise<void> {
  const { accountId } = account
  // The first two statements wait for transactions in which services report once more after a crash, and for all other
  // transactions that append an event of the account. The third statement also deletes the events of these
  // transactions.
  await sql`delete from platform.events where owner = ${accountId} and type = ${accountDeleted}`.execute(change)
  await sql`delete from platform.event_owners where owner = ${accountId}`.execute(change)
  await sql`delete from platform.events where owner = ${accountId}`.execute(change)
  await sql`delete from platform.mail_counts where account_id = ${accountId}`.execute(change)
  // One statement per index. Each job goes through these states in this order, so no job is missed between two
  // statements.
  for (const state of [
    sql`name = any(array(select name from jobs.queue)) and state < 'active' and not blocked`,
    sql`name = any(array(select name from jobs.queue)) and state = 'active'`,
    sql`completed_on >= ${endedSince}::timestamptz`,
  ]) {
    await sql`delete from jobs.job_common where ${state} and ${isAbout(account)}`.execute(change)
  }
}

/**
 * False if the account was deleted already, and the job was repeated after a crash. If true, the deletion of the
 * account waits until the transaction ends.
 */
async function isAwaited(change: QueryExecutorProvider, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from platform.events where owner = ${accountId} and type = ${accountDeleted} for share`.execute(change)
  return rows.length > 0
}

/**
 * Deletes the jobs of an account that have not started yet: the rows that they need are being deleted. Ended jobs are
 * left to `deleteEndedJobs`, because there are many more ended jobs, and each search reads all of them.
 */
async function deleteWaitingJobs(database: QueryExecutorProvider, service: string, accountId: string): Promise<void> {
  await sql`
    delete from jobs.job
    where ${isJobOf(service)} and state < 'active' and not blocked and ${namesAccount(accountId)}`.execute(database)
}

async function hasRunningJob(database: QueryExecutorProvider, service: string, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from jobs.job where ${isJobOf(service)} and state = 'active' and ${namesAccount(accountId)}
    ) as found`.execute(database)
  return rows[0]?.found ?? false
}

/** The jobs of a service, except the erasure itself. The names of its queues let the search use the index. */
function isJobOf(service: string) {
  return sql`name = any(array(
    select name from jobs.queue where starts_with(name, ${`${service}.`}) and name <> ${`${service}.erase-account`}
  ))`
}

function isAbout({ accountId, email }: ErasedAccount) {
  return sql`(${namesAccount(accountId)} or position(lower(${JSON.stringify(email)}) in lower(data::text)) > 0)`
}

function namesAccount(accountId: string) {
  return sql`position(${accountId} in data::text) > 0`
}

import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import {
  accountDeleted,
  accountErased,
  deleteEndedJobs,
  deletePlatformRows,
  erasingServices,
  erasureRounds,
  type KeptRecords,
} from '../../platform/erasure.ts'
import { emailKey } from '../../platform/emailKey.ts'
import type { JobQueue, OpenTransaction, Platform } from '../../platform/platform.ts'
import { type AccountFacts, findAccountById } from '../accounts.ts'
import { deleteRecordsOf } from '../adapter.ts'
import { brake } from '../signIn.ts'
import { deletePasskeysOf } from '../passkeys.ts'
import type { IdentityTables } from '../tables.ts'
import type { DeletionMails } from './deletionMails.ts'
import { findPlace } from './deletions.ts'

const queueName = 'identity.delete-accounts'
const payload = z.object({})
/** Services that have not reported for this long (s) are asked again. */
const askAgainSeconds = 3_600
/** An account whose orders are not finished is checked again after this time (s). */
const checkAgainSeconds = 3_600
/** Orders can delay a deletion for this many days at most. */
const longestDelayDays = 30

const erasedSchema = z.object({
  service: z.string(),
  round: z.number().int().default(1),
  kept: z.object({ count: z.number().int(), until: z.string() }).nullable().default(null),
})
const countSchema = z.object({ count: z.number().int() })

interface Parts {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
  readonly mails: DeletionMails
}

/** Queues a run that checks all deletions. Its payload names no account, so no job has data of an erased account. */
export async function queueDeletions(
  { jobs }: Pick<Platform, 'jobs'>,
  change: OpenTransaction,
  delaySeconds = 0,
): Promise<void> {
  const options = delaySeconds > 0 ? { key: `in ${delaySeconds}`, delaySeconds } : { key: 'now' }
  await jobs.enqueue(change, queueName, {}, options)
}

/**
 * Advances each deletion: begins it when its grace period has ended, starts its next round when all services have
 * erased the account, and ends it when its last round is over. Runs every minute, and when a service reports.
 */
export function deletionQueue(parts: Parts): JobQueue<z.infer<typeof payload>> {
  return {
    name: queueName,
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 600,
    cron: '* * * * *',
    run: async (_payload, signal) => moveDeletions(parts, signal),
  }
}

/** Collects the reports of the services. */
export function consumeReports({ platform, database }: Pick<Parts, 'platform' | 'database'>): void {
  platform.events.consume({
    name: 'identity.erased',
    database,
    types: [accountErased],
    handle: async (events, change) => {
      for (const { owner, data } of events) {
        const { service, round, kept } = erasedSchema.parse(data)
        // A repeated report of an account that is gone is dropped.
        await sql`
          insert into identity.erasures (account_id, service, round, kept)
          select account_id, ${service}, ${round}::int, ${kept && JSON.stringify(kept)}::jsonb from identity.deletions
          where account_id = ${owner} on conflict do nothing`.execute(change)
      }
      await queueDeletions(platform, change)
    },
  })
}

/** If the deletion of one account fails, the others continue. The next run tries the failed one again. */
async function moveDeletions(parts: Parts, signal: AbortSignal): Promise<void> {
  const { platform, database } = parts
  for (const { accountId, state } of await movableDeletions(database)) {
    signal.throwIfAborted()
    try {
      await (state === 'scheduled' ? beginErasure : continueErasure)(parts, accountId, signal)
    } catch (error) {
      const account = platform.limits.hash(accountId)
      platform.log.error({ err: error, account }, 'the deletion of an account could not be continued')
    }
  }
  await queueNextRun(parts)
}

interface MovableDeletion {
  readonly accountId: string
  readonly state: 'scheduled' | 'erasing'
}

/**
 * All deletions whose grace period has ended. Their order is random: a run has a deadline, and accounts that take long,
 * for example because a mail server does not answer, must not use up every run before the others are handled.
 */
async function movableDeletions(database: Kysely<IdentityTables>): Promise<readonly MovableDeletion[]> {
  const { rows } = await sql<MovableDeletion>`
    select account_id as "accountId", state from identity.deletions
    where state = 'erasing' or deletes_at <= clock_timestamp() order by random()`.execute(database)
  return rows
}

/**
 * Begins the erasure. An unfinished order delays it for at most 30 days. Meanwhile the customer can undo the deletion.
 */
async function beginErasure(parts: Parts, accountId: string): Promise<void> {
  const { platform, database } = parts
  if (await hasUnfinishedOrders(parts, accountId)) {
    const waited = await database
      .updateTable('deletions')
      .set({ deletes_at: laterDeletion })
      .where('account_id', '=', accountId)
      .where('state', '=', 'scheduled')
      .where('scheduled_at', '>', oldestDelayed(platform))
      .returning('account_id')
      .executeTakeFirst()
    if (waited) return
    const account = platform.limits.hash(accountId)
    platform.log.error(
      { account },
      'an account is erased although one of its orders is still not finished after 30 days',
    )
  }
  await database.transaction().execute(async (change) => {
    const begun = await change
      .updateTable('deletions')
      .set({ state: 'erasing' })
      .where('account_id', '=', accountId)
      .where('state', '=', 'scheduled')
      .where('deletes_at', '<=', sql<Date>`clock_timestamp()`)
      .returning('account_id')
      .executeTakeFirst()
    if (!begun) return
    await deleteRecordsOf(change, accountId)
    await deleteLinks(change, accountId)
    await startRound(platform, change, accountId, 1)
  })
}

/**
 * Deletes the mailed links, because using one could announce the account again to services that have erased it. The
 * page that offers to undo the deletion keeps its token, so that it can say that the erasure has begun.
 */
async function deleteLinks(change: Transaction<IdentityTables>, accountId: string): Promise<void> {
  await change
    .deleteFrom('mail_links')
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'deletionUndo')
    .execute()
}

/** While an order delays a deletion, the customer sees a grace period that ends with the next check of the orders. */
const laterDeletion = sql<Date>`clock_timestamp() + make_interval(secs => ${checkAgainSeconds}::int)`

/** Deletions that were scheduled before this moment have waited for orders for long enough. */
function oldestDelayed({ config }: Platform) {
  return sql<Date>`clock_timestamp() - make_interval(
    days => ${longestDelayDays}::int, secs => ${config.deletion.graceSeconds}::int)`
}

/** @throws UpstreamError if a service does not answer; then the deletion waits */
async function hasUnfinishedOrders({ platform, database }: Parts, accountId: string): Promise<boolean> {
  const installed = await erasingServices(database)
  for (const service of ['orders', 'invoices'] as const) {
    if (!installed.includes(service)) continue
    const url = `${platform.config.urls[service]}/accounts/${accountId}/unfinished`
    const { count } = await platform.http.call({ url, asService: true, answer: countSchema })
    if (count > 0) return true
  }
  return false
}

async function startRound(
  platform: Platform,
  change: Transaction<IdentityTables>,
  accountId: string,
  round: number,
): Promise<void> {
  const now = sql<Date>`clock_timestamp()`
  await change
    .updateTable('deletions')
    .set({ round, round_at: now, asked_at: now })
    .where('account_id', '=', accountId)
    .execute()
  await platform.events.append(change, [{ type: accountDeleted, owner: accountId, data: { round } }])
}

interface Progress {
  readonly round: number
  /** True if the round began so long ago that all work that was in progress then has ended. */
  readonly isSettled: boolean
  readonly isOverdue: boolean
}

async function continueErasure(parts: Parts, accountId: string, signal: AbortSignal): Promise<void> {
  const { platform, database } = parts
  const progress = await readProgress(parts, accountId)
  if (!progress) return
  const missing = await missingServices(database, accountId, progress.round)
  if (missing.length > 0) return progress.isOverdue ? askAgain(parts, accountId, progress.round, missing) : undefined
  if (!progress.isSettled) return
  if (progress.round === erasureRounds) return endErasure(parts, accountId, signal)
  await database.transaction().execute(async (change) => {
    const locked = await change
      .selectFrom('deletions')
      .select('round')
      .where('account_id', '=', accountId)
      .where('round', '=', progress.round)
      .forUpdate()
      .executeTakeFirst()
    if (locked) await startRound(platform, change, accountId, progress.round + 1)
  })
}

async function readProgress({ platform, database }: Parts, accountId: string): Promise<Progress | undefined> {
  const { settleSeconds } = platform.config.deletion
  const { rows } = await sql<Progress>`
    select round, round_at + make_interval(secs => ${settleSeconds}::int) <= clock_timestamp() as "isSettled",
      asked_at + make_interval(secs => ${askAgainSeconds}::int) <= clock_timestamp() as "isOverdue"
    from identity.deletions where account_id = ${accountId} and state = 'erasing'`.execute(database)
  return rows[0]
}

/** The services that have not reported in a round. */
async function missingServices(
  database: Kysely<IdentityTables>,
  accountId: string,
  round: number,
): Promise<readonly string[]> {
  const reported = await database
    .selectFrom('erasures')
    .select('service')
    .where('account_id', '=', accountId)
    .where('round', '=', round)
    .execute()
  const services = new Set(reported.map(({ service }) => service))
  return (await erasingServices(database)).filter((service) => !services.has(service))
}

async function askAgain(
  { platform, database }: Parts,
  accountId: string,
  round: number,
  missing: readonly string[],
): Promise<void> {
  const account = platform.limits.hash(accountId)
  platform.log.error({ account, round, missing }, 'services have not erased an account yet')
  await database.transaction().execute(async (change) => startRound(platform, change, accountId, round))
}

/**
 * Sends the receipt, and erases the account here. After a crash in between, the receipt is sent again. If the mail
 * server is unavailable, the account waits, because its address is needed.
 */
async function endErasure({ platform, database, mails }: Parts, accountId: string, signal: AbortSignal): Promise<void> {
  const account = await findAccountById(database, accountId)
  const place = await findPlace(database, accountId)
  if (!account || !place) return
  if (!(await hasReceipt(database, accountId))) {
    await mails.receipt(account, place, await keptRecords(database, accountId))
    const sent = { receipt_at: sql<Date>`clock_timestamp()` }
    await database.updateTable('deletions').set(sent).where('account_id', '=', accountId).execute()
  }
  const { email } = account
  const endedSince = await deleteEndedJobs(database, { accountId, email }, signal)
  await database.transaction().execute(async (change) => {
    await deleteRecordsOf(change, accountId)
    await change.deleteFrom('sessions').where('account_id', '=', accountId).execute()
    await deletePasskeysOf(change, accountId)
    await change.deleteFrom('mail_links').where('account_id', '=', accountId).execute()
    await change.deleteFrom('email_changes').where('account_id', '=', accountId).execute()
    await change.deleteFrom('brakes').where('subject', 'in', brakesOf(platform, account)).execute()
    await change.deleteFrom('accounts').where('id', '=', accountId).execute()
    await deletePlatformRows(change, { accountId, email }, endedSince)
  })
  platform.log.info({ account: platform.limits.hash(accountId) }, 'an account was erased')
}

function brakesOf(platform: Platform, { id, email }: AccountFacts): string[] {
  const brakes = [brake(platform, 'account', emailKey(email)), brake(platform, 'token', id)]
  return [...brakes, brake(platform, 'emailChange', id)].map(({ subject }) => subject)
}

async function hasReceipt(database: Kysely<IdentityTables>, accountId: string): Promise<boolean> {
  const row = await database
    .selectFrom('deletions')
    .select('receipt_at')
    .where('account_id', '=', accountId)
    .where('receipt_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** What the services keep. Only the invoices service keeps anything. */
async function keptRecords(database: Kysely<IdentityTables>, accountId: string): Promise<KeptRecords | null> {
  const { rows } = await sql<KeptRecords>`
    select (kept->>'count')::integer as count, kept->>'until' as until from identity.erasures
    where account_id = ${accountId} and round = ${erasureRounds}::int and kept is not null
    order by until desc limit 1`.execute(database)
  return rows[0] ?? null
}

/** Queues another run if, within a minute, the next deletion is due or the next round is settled. */
async function queueNextRun({ platform, database }: Parts): Promise<void> {
  const { settleSeconds } = platform.config.deletion
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(due) - clock_timestamp()))::integer as seconds from (
      select deletes_at as due from identity.deletions where state = 'scheduled' and deletes_at > clock_timestamp()
      union all select round_at + make_interval(secs => ${settleSeconds}::int) from identity.deletions
      where state = 'erasing' and round_at + make_interval(secs => ${settleSeconds}::int) > clock_timestamp()
    ) as coming`.execute(database)
  const seconds = rows[0]?.seconds ?? null
  if (seconds === null || seconds >= 60) return
  await database.transaction().execute(async (change) => queueDeletions(platform, change, Math.max(1, seconds)))
}

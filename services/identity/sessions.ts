import type { FastifyRequest } from 'fastify'
import { type Kysely, sql, type Transaction } from 'kysely'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import type { Account, Platform } from '../platform/platform.ts'
import { unauthenticated } from '../platform/problems.ts'
import { chosenSessionsEnded } from './accountEvents.ts'
import type { IdentityTables, SessionsTable } from './tables.ts'
import type { DeviceWords } from './userAgents.ts'

/** Maximum number of sessions in a list. Longer lists show the most recently used sessions. */
const longestList = 100

/** How long an ended session is remembered: longer than any request runs. */
const endedMinutes = 60
const checkedPerStatement = 1_000

/** The grants of the sites, in the provider's record of a session. */
const sessionPayload = z.object({
  authorizations: z.record(z.string(), z.object({ grantId: z.string().optional() })).optional(),
})

/** A session as a customer sees it. */
export type SessionFacts = Pick<SessionsTable, 'id' | 'browser' | 'system' | 'device' | 'network'> & {
  readonly signedInAt: Date
  readonly lastSeenAt: Date
}

/** One use of a session: by whom, and by which browser. */
export interface SessionUse extends DeviceWords {
  /** The `uid` of the provider's session. */
  readonly id: string
  readonly accountId: string
  /** When the customer signed in. */
  readonly signedInAt: Date
  /** A keyed hash of the address group. */
  readonly network: string
}

/**
 * Adds a session to the list of its account. Call this in the transaction that saves the provider's record.
 * @throws if the customer has ended the session. Without this error, a request that read the session before its end
 *   could save it again.
 */
export async function addSession(
  transaction: Transaction<IdentityTables>,
  { id, accountId, signedInAt }: Pick<SessionUse, 'id' | 'accountId' | 'signedInAt'>,
): Promise<void> {
  const added = await transaction
    .insertInto('sessions')
    .values({ id, account_id: accountId, signed_in_at: signedInAt, last_seen_at: new Date() })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ account_id: accountId }).where('sessions.ended_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new errors.SessionNotFound('the customer has ended this session')
}

/** Stores when, where and by which browser a session was used. Called for each token: about every ten minutes. */
export async function noteUse(database: Kysely<IdentityTables>, use: SessionUse): Promise<void> {
  const { id, accountId, signedInAt, browser, system, device, network } = use
  const seen = { last_seen_at: new Date(), browser, system, device, network }
  await database
    .insertInto('sessions')
    .values({ id, account_id: accountId, signed_in_at: signedInAt, ...seen })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(seen).where('sessions.ended_at', 'is', null))
    .execute()
}

/** The sessions of an account that have not ended, most recently used first. At most 100. */
export async function listSessions(database: Kysely<IdentityTables>, accountId: string): Promise<SessionFacts[]> {
  return selectSessions(database, accountId).orderBy('last_seen_at', 'desc').orderBy('id').limit(longestList).execute()
}

/** A query of the sessions of an account that have not ended, in no particular order. */
export function selectSessions(database: Kysely<IdentityTables>, accountId: string) {
  return database
    .selectFrom('sessions')
    .select([
      'id',
      'browser',
      'system',
      'device',
      'network',
      'signed_in_at as signedInAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('provider_records')
          .select('provider_records.id')
          .whereRef('provider_records.uid', '=', 'sessions.id')
          .where('model', '=', 'Session')
          .where('expires_at', '>', new Date()),
      ),
    )
}

/**
 * The customer who makes a request. Other services accept a token until it expires. This service refuses a token as
 * soon as its session has ended, because the token could otherwise still manage sessions and passkeys.
 * @throws a 401 problem
 */
export async function signedInAccount(database: Kysely<IdentityTables>, request: FastifyRequest): Promise<Account> {
  const account = accountOf(request)
  if (account.sessionId === null || (await isLiveSession(database, account.sessionId))) return account
  throw unauthenticated('The session of the access token has ended.')
}

/** False for a session that has ended. @param id the `uid` of the provider's session */
export async function isLiveSession(database: Kysely<IdentityTables>, id: string): Promise<boolean> {
  const record = await database
    .selectFrom('provider_records')
    .select('id')
    .where('model', '=', 'Session')
    .where('uid', '=', id)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  return record !== undefined
}

/** Which sessions of an account to end: one, or all except one (null: no exception). */
export type SessionChoice = { readonly only: string } | { readonly except: string | null }

/**
 * Ends sessions: the browser session, the grants of its sites and their refresh tokens. Access tokens that were issued
 * before expire within ten minutes. Open pages get the event `account.chosenSessionsEnded`.
 * @returns how many sessions have ended
 */
export async function endSessions(
  { events }: Pick<Platform, 'events'>,
  database: Kysely<IdentityTables>,
  accountId: string,
  choice: SessionChoice,
): Promise<number> {
  return database.transaction().execute(async (change) => {
    const ended = await markEnded(change, accountId, choice)
    if (ended.length === 0) return 0
    const records = await change
      .deleteFrom('provider_records')
      .where('model', '=', 'Session')
      .where('uid', 'in', ended)
      .returning('payload')
      .execute()
    await endGrants(
      change,
      records.flatMap(({ payload }) => grantsOf(payload)),
    )
    if (records.length === 0) return 0
    await events.append(change, [chosenSessionsEnded(accountId, ended)])
    return records.length
  })
}

async function markEnded(
  change: Transaction<IdentityTables>,
  accountId: string,
  choice: SessionChoice,
): Promise<string[]> {
  let query = change
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if ('only' in choice) query = query.where('id', '=', choice.only)
  else if (choice.except !== null) query = query.where('id', '<>', choice.except)
  const rows = await query.returning('id').execute()
  return rows.map(({ id }) => id)
}

function grantsOf(payload: unknown): string[] {
  const { authorizations = {} } = sessionPayload.parse(payload)
  return Object.values(authorizations).flatMap(({ grantId }) => (grantId === undefined ? [] : [grantId]))
}

/** Deletes the grants first, so that no further token can be saved for them. Then deletes their codes and tokens. */
async function endGrants(change: Transaction<IdentityTables>, grants: readonly string[]): Promise<void> {
  if (grants.length === 0) return
  await change.deleteFrom('provider_records').where('model', '=', 'Grant').where('id', 'in', grants).execute()
  await change.deleteFrom('provider_records').where('grant_id', 'in', grants).execute()
}

/**
 * Deletes what is known about sessions that have ended, an hour after their end. Reads only sessions that are new, or
 * whose record was deleted. If the signal is aborted, the next call continues.
 */
export async function deleteEndedSessions(database: Kysely<IdentityTables>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // If the provider's record of a session is deleted meanwhile, a trigger sets the session's `check_from`. This
    // statement must not overwrite the new value, so it compares `check_from` again. With `is not distinct from`,
    // PostgreSQL finds the rows by `id`: many rows may have the same `check_from`.
    const { rows } = await sql<{ count: number }>`
      with page as materialized (
        select id, check_from, exists (
            select from identity.provider_records where uid = sessions.id and model = 'Session'
          ) as goes_on,
          greatest(last_seen_at, ended_at) < now() - make_interval(mins => ${endedMinutes}::int) as is_long_ago
        from identity.sessions where check_from <= now()
        order by check_from limit ${checkedPerStatement}
      ), later as (
        update identity.sessions set check_from =
          case when goes_on then null else now() + make_interval(mins => ${endedMinutes}::int) end
        from page
        where sessions.id = page.id and sessions.check_from is not distinct from page.check_from and (goes_on or not is_long_ago)
      ), ended as (
        delete from identity.sessions using page
        where sessions.id = page.id and sessions.check_from is not distinct from page.check_from and not goes_on and is_long_ago
      )
      select count(*)::int as count from page`.execute(database)
    if ((rows[0]?.count ?? 0) < checkedPerStatement) return
  }
}

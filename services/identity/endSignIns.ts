import type { Kysely, Transaction } from 'kysely'
import { recentSignInRequired } from '../platform/access.ts'
import type { Account } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { type AccountFacts, findAccountById } from './accounts.ts'
import { deleteRecordsOf, type KeptRecords } from './adapter.ts'
import { endAllMailedTokens } from './mailLinks.ts'
import { isLiveSession } from './sessions.ts'
import type { IdentityTables } from './tables.ts'

/**
 * Ends all sign-ins of an account: its sessions, grants, codes, refresh tokens and mailed tokens. The caller must
 * append the event `sessionsEnded` in the same transaction.
 * @returns when the sign-ins ended
 */
export async function endSignIns(transaction: Transaction<IdentityTables>, accountId: string): Promise<Date> {
  return (await endAll(transaction, accountId)).at
}

/**
 * Ends all sign-ins of an account except one: the sign-in of the browser in which the password was just entered. The
 * answer to the request must sign this browser in again, because its session is older than the stored end of all
 * sign-ins. The caller must append the event `chosenSessionsEnded` in the same transaction.
 * @returns when the sign-ins ended, and the `uid`s of their sessions
 */
export async function endOtherSignIns(
  transaction: Transaction<IdentityTables>,
  accountId: string,
  kept: KeptRecords,
): Promise<{ readonly at: Date; readonly sessions: string[] }> {
  return endAll(transaction, accountId, kept)
}

async function endAll(transaction: Transaction<IdentityTables>, accountId: string, kept?: KeptRecords) {
  const at = new Date()
  await transaction.updateTable('accounts').set({ signed_out_at: at }).where('id', '=', accountId).execute()
  const sessions = await deleteRecordsOf(transaction, accountId, kept)
  await endAllMailedTokens(transaction, accountId)
  return { at, sessions }
}

/**
 * The account of a request. An access token stays valid for a few minutes after its session has ended, or after all
 * sign-ins of its account have ended. This function refuses such a token.
 * @throws a 404 problem if the account does not exist any more, a 403 problem if its sign-in has ended
 */
export async function requireLiveSignIn(database: Kysely<IdentityTables>, caller: Account): Promise<AccountFacts> {
  const account = await findAccountById(database, caller.id)
  if (!account) throw notFound('This account does not exist any more.')
  const isOld = account.signedOutAt && secondsOf(caller.authenticatedAt) < secondsOf(account.signedOutAt)
  if (isOld || (caller.sessionId !== null && !(await isLiveSession(database, caller.sessionId)))) {
    throw new Problem(403, recentSignInRequired, 'Sign in again: this sign-in has ended.')
  }
  return account
}

/** Tokens contain times in whole seconds. */
function secondsOf(time: Date | null): number {
  return time ? Math.floor(time.getTime() / 1000) : 0
}

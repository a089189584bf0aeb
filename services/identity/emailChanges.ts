import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { emailKey } from '../platform/emailKey.ts'
import type { Platform } from '../platform/platform.ts'
import { emailChanged, sessionsEnded } from './accountEvents.ts'
import { type AccountFacts, lockAccount } from './accounts.ts'
import { isAddressTaken, lockAddresses } from './addresses.ts'
import { queueChangedMail, queueNotice } from './emailChangeMails.ts'
import type { MailPlace } from './mailPlace.ts'
import { endSignIns } from './endSignIns.ts'
import {
  changeTokenSeconds,
  createMailedToken,
  endMailedTokens,
  findMailedToken,
  type MailedToken,
  useMailedToken,
} from './mailLinks.ts'
import type { IdentityTables } from './tables.ts'

/** How long (days) the owner of the old address can revert a change. */
const revertDays = 7

const changeData = z.object({ email: z.string() })

interface Parts {
  readonly platform: Platform
  readonly database: Kysely<IdentityTables>
}

/** A pending change. */
export interface PendingEmailChange {
  readonly email: string
  /** When its link expires, in ISO 8601. */
  readonly until: string
}

/** The change that the customer has requested and not confirmed yet; null if there is no such change. */
export async function pendingEmailChange(
  database: Kysely<IdentityTables>,
  accountId: string,
): Promise<PendingEmailChange | null> {
  const row = await database
    .selectFrom('mail_links')
    .select(['data', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'emailChange')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('expires_at', 'desc')
    .executeTakeFirst()
  return row ? { email: changeData.parse(row.data).email, until: row.expires_at.toISOString() } : null
}

/**
 * Creates the token that confirms a change. Earlier tokens of the account become invalid. Queues a mail to the old
 * address, unless the old address was never confirmed: then it may belong to somebody else.
 */
export async function createChangeToken(
  { platform, database }: Parts,
  account: AccountFacts,
  change: { readonly email: string; readonly place: MailPlace },
): Promise<string> {
  const { email, place } = change
  return database.transaction().execute(async (transaction) => {
    // Of two requests at once, only the later one leaves a valid token.
    await lockAccount(transaction, account.id)
    await endMailedTokens(transaction, account.id, ['emailChange'])
    if (account.emailState !== 'unconfirmed') {
      await queueNotice(platform, transaction, { accountId: account.id, to: account.email, newEmail: email, ...place })
    }
    return createMailedToken(transaction, {
      kind: 'emailChange',
      accountId: account.id,
      data: { email },
      lifetimeSeconds: changeTokenSeconds,
    })
  })
}

export type ConfirmedChange =
  | { readonly state: 'changed'; readonly email: string }
  | { readonly state: 'inUse' }
  | { readonly state: Exclude<MailedToken['state'], 'valid'> }

/**
 * Changes the address of the account, ends all its sign-ins, and queues the mail that can revert the change, in one
 * transaction. A token whose address was taken meanwhile stays valid, because the address may become free again.
 */
export async function confirmEmailChange(
  { platform, database }: Parts,
  accountId: string,
  { token, place }: { readonly token: string; readonly place: MailPlace },
): Promise<ConfirmedChange> {
  return database.transaction().execute(async (transaction): Promise<ConfirmedChange> => {
    const account = await lockAccount(transaction, accountId)
    const expected = { kind: 'emailChange', token, accountId } as const
    const found = await findMailedToken(transaction, expected)
    if (found.state !== 'valid') return found
    const { email } = changeData.parse(found.data)
    await lockAddresses(transaction, [account.email_key, emailKey(email)])
    if (await isAddressTaken(transaction, emailKey(email), accountId)) return { state: 'inUse' }
    await useMailedToken(transaction, expected)
    await setEmail(transaction, accountId, email)
    if (account.email_state !== 'unconfirmed') {
      await rememberChange(platform, transaction, { account, newEmail: email, place })
    }
    const ended = await endSignIns(transaction, accountId)
    await platform.events.append(transaction, [emailChanged(accountId, email), sessionsEnded(accountId, ended)])
    return { state: 'changed', email }
  })
}

/** Gives an account an address that its owner has proved to own. */
export async function setEmail(
  transaction: Transaction<IdentityTables>,
  accountId: string,
  email: string,
): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ email, email_key: emailKey(email), email_state: 'confirmed' })
    .where('id', '=', accountId)
    .execute()
}

/** Deletes the old addresses of changes that can no longer be reverted. */
export async function deleteOldChanges(database: Kysely<IdentityTables>): Promise<void> {
  await database.deleteFrom('email_changes').where('revertible_until', '<', new Date()).execute()
}

async function rememberChange(
  platform: Platform,
  transaction: Transaction<IdentityTables>,
  change: {
    readonly account: Awaited<ReturnType<typeof lockAccount>>
    readonly newEmail: string
    readonly place: MailPlace
  },
): Promise<void> {
  const { account, newEmail, place } = change
  const id = uuidv7()
  await transaction
    .insertInto('email_changes')
    .values({
      id,
      account_id: account.id,
      old_email: account.email,
      old_email_key: account.email_key,
      new_email: newEmail,
      revertible_until: new Date(Date.now() + revertDays * 24 * 60 * 60 * 1000),
    })
    .execute()
  await queueChangedMail(platform, transaction, { changeId: id, ...place })
}

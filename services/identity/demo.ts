import type { Kysely } from 'kysely'
import { demoAccounts, demoPassword } from '../platform/demo.ts'
import type { Platform } from '../platform/platform.ts'
import { findAccountById, insertAccount } from './accounts.ts'
import { deleteRecordsOf } from './adapter.ts'
import type { DemoEntry } from './pages/signInPage.ts'
import { hashPassword } from './passwords.ts'
import { registered } from './signIn.ts'
import type { IdentityTables } from './tables.ts'

/** The brand and locale of the demo accounts. */
const demoHome = { brand: 'keepsake', locale: 'en-GB' }

/** The accounts that the sign-in page lists if the demo is on. */
export function demoEntries(demo: boolean): readonly DemoEntry[] {
  if (!demo) return []
  return demoAccounts.map(({ name, email, kind }) => ({
    name,
    email,
    password: demoPassword,
    business: kind === 'business',
  }))
}

/**
 * Creates the missing demo accounts, and reopens closed ones. If a customer has registered with the address of a demo
 * account, the account of the customer stays as it is.
 */
export async function createDemoAccounts(platform: Platform): Promise<void> {
  const database = platform.database<IdentityTables>('identity')
  for (const { id, email, name, kind } of demoAccounts) {
    if (await findAccountById(database, id)) {
      await reopen(database, id)
      continue
    }
    const passwordHash = await hashPassword(demoPassword)
    const account = {
      id,
      email,
      name,
      passwordHash,
      business: kind === 'business',
      demo: true,
      emailState: 'assumed',
      termsAcceptedAt: null,
    } as const
    await database.transaction().execute(async (transaction) => {
      if ((await insertAccount(transaction, account)) === null) return
      await platform.events.append(transaction, [
        registered({ id, email, name, ...demoHome, confirmed: true, business: account.business }),
      ])
    })
  }
}

/**
 * Closes the demo accounts of an installation whose demo was on before, because their password is public: they cannot
 * sign in, and their sessions and refresh tokens end. Access tokens that were issued before expire within ten minutes.
 * The data of the accounts stays.
 */
export async function closeDemoAccounts(platform: Platform): Promise<void> {
  const closed = await platform
    .database<IdentityTables>('identity')
    .transaction()
    .execute(async (transaction) => {
      const accounts = await transaction
        .updateTable('accounts')
        .set({ password_hash: null })
        .where('demo', '=', true)
        .where('password_hash', 'is not', null)
        .returning('id')
        .execute()
      for (const { id } of accounts) {
        await deleteRecordsOf(transaction, id)
        // A mailed link could set a new password, and so open the account again.
        await transaction.deleteFrom('mail_links').where('account_id', '=', id).execute()
      }
      return accounts.length
    })
  if (closed > 0) platform.log.warn({ accounts: closed }, 'the demo is off: closed the demo accounts')
}

async function reopen(database: Kysely<IdentityTables>, id: string): Promise<void> {
  const closed = await database
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('demo', '=', true)
    .where('password_hash', 'is', null)
    .executeTakeFirst()
  if (!closed) return
  const passwordHash = await hashPassword(demoPassword)
  await database.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

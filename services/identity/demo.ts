import { demoAccounts, demoPassword } from '../platform/demo.ts'
import type { Platform } from '../platform/platform.ts'
import { findAccountById, insertAccount } from './accounts.ts'
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
 * Creates the missing demo accounts. If a customer has registered with such an address, that account stays as it is.
 */
export async function createDemoAccounts(platform: Platform): Promise<void> {
  const database = platform.database<IdentityTables>('identity')
  for (const { id, email, name, kind } of demoAccounts) {
    if (await findAccountById(database, id)) continue
    const passwordHash = await hashPassword(demoPassword)
    const account = { id, email, name, passwordHash, business: kind === 'business', demo: true, termsAcceptedAt: null }
    await database.transaction().execute(async (transaction) => {
      if ((await insertAccount(transaction, account)) === null) return
      await platform.events.append(transaction, [registered({ id, email, name, ...demoHome })])
    })
  }
}

import { z } from 'zod'
import { registered } from './signIn.ts'
import type { Kysely } from 'kysely'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { IdentityTables } from './tables.ts'

const payload = z.object({})
const accountsPerPage = 200

/**
 * Announces to the other services the accounts that have no event `account.registered` yet, or only one that does not
 * say whether they are business accounts. The event of each account is appended once, as for a new registration.
 */
export function announcementQueue(
  platform: Platform,
  database: Kysely<IdentityTables>,
): JobQueue<z.infer<typeof payload>> {
  return {
    name: 'identity.announce',
    payload,
    concurrency: 1,
    retries: 3,
    timeoutSeconds: 1_800,
    cron: '2/5 * * * *',
    run: async (_, signal) => announceAccounts(platform, database, signal),
  }
}

/**
 * Announces 200 accounts per transaction, because others who append events of these accounts wait until the transaction
 * ends.
 */
export async function announceAccounts(
  platform: Platform,
  database: Kysely<IdentityTables>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const count = await announcePage(platform, database)
    if (count < accountsPerPage || signal?.aborted) return
  }
}

async function announcePage(platform: Platform, database: Kysely<IdentityTables>): Promise<number> {
  return database.transaction().execute(async (change) => {
    const accounts = await change
      .selectFrom('accounts')
      .select(['id', 'email', 'name', 'business', 'email_state'])
      .where('announced_business', '=', false)
      .orderBy('id')
      .limit(accountsPerPage)
      .forUpdate()
      .skipLocked()
      .execute()
    if (accounts.length === 0) return 0
    const ids = accounts.map(({ id }) => id)
    const announced = { announced: true, announced_business: true }
    await change.updateTable('accounts').set(announced).where('id', 'in', ids).execute()
    // Brand and locale of these accounts were never stored.
    const unknown = { locale: null, brand: null }
    await platform.events.append(
      change,
      accounts.map(({ email_state: state, ...account }) =>
        registered({ ...account, ...unknown, confirmed: state !== 'unconfirmed' }),
      ),
    )
    return accounts.length
  })
}

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAccount } from '../../../services/identity/accounts.ts'
import { announceAccounts } from '../../../services/identity/announcing.ts'
import type { IdentityTables } from '../../../services/identity/tables.ts'
import type { RunningPlatform } from '../../../services/platform/createPlatform.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { openPlatform } from '../../support/platform.ts'

const folder = new URL('../../../services/identity/migrations/', import.meta.url)

describe.each(databaseKinds)('accounts older than the registration event, on %s', (kind) => {
  let installation: Installation
  let running: RunningPlatform

  beforeAll(async () => {
    installation = await createInstallation(kind)
    running = await openPlatform(installation)
    await running.platform.migrate('identity', folder)
  })
  afterAll(async () => {
    await running.close()
    await installation.remove()
  })

  test('are announced once, page by page, by one process or by two, as if they had registered now', async () => {
    const database = running.platform.database<IdentityTables>('identity')
    await sql`
      insert into identity.accounts (id, email, email_key, name, password_hash, created_at)
      select gen_random_uuid(), n || '@example.com', n || '@example.com', 'Mira ' || n, '', '2019-01-01'
      from generate_series(1, 450) as n`.execute(database)
    await Promise.all([announceAccounts(running.platform, database), announceAccounts(running.platform, database)])
    await announceAccounts(running.platform, database)
    const { rows } = await sql<{ accounts: number; events: number; recent: number }>`
      select count(distinct owner) as accounts, count(*) as events,
        count(*) filter (where (data->>'registered')::timestamptz > now() - interval '1 hour') as recent
      from platform.events where type = 'account.registered'
        and data->'locale' = 'null' and data->'brand' = 'null' and data->>'name' like 'Mira %'`.execute(database)
    expect(rows).toEqual([{ accounts: 450, events: 450, recent: 450 }])
  })

  test('are announced once more if a replica of the earlier release has announced them', async () => {
    const database = running.platform.database<IdentityTables>('identity')
    await sql`
      insert into identity.accounts (id, email, email_key, name, password_hash, business, announced)
      values (gen_random_uuid(), 'old@example.com', 'old@example.com', 'Older', '', true, true)`.execute(database)
    await announceAccounts(running.platform, database)
    await announceAccounts(running.platform, database)
    const { rows } = await sql<{ business: boolean }>`
      select data->'business' as business from platform.events where data->>'name' = 'Older'`.execute(database)
    expect(rows).toEqual([{ business: true }])
  })

  test('are announced with their type and the state of their address', async () => {
    const database = running.platform.database<IdentityTables>('identity')
    const facts = { passwordHash: '', demo: false, termsAcceptedAt: null } as const
    await database.transaction().execute(async (change) => {
      for (const [name, business, emailState] of [
        ['Studio', true, 'assumed'],
        ['Person', false, 'unconfirmed'],
      ] as const)
        await insertAccount(change, { ...facts, name, email: `${name}@example.com`, business, emailState })
    })
    await database
      .updateTable('accounts')
      .set({ announced_business: false })
      .where('name', 'in', ['Studio', 'Person'])
      .execute()
    await announceAccounts(running.platform, database)
    const { rows } = await sql<{ facts: unknown }>`
      select jsonb_build_array(data->'name', data->'business', data->'confirmed') as facts
      from platform.events where data->>'name' in ('Studio', 'Person') order by data->>'name'`.execute(database)
    expect(rows.map((row) => row.facts)).toEqual([
      ['Person', false, false],
      ['Studio', true, true],
    ])
  })
})

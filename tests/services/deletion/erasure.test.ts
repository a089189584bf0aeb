import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { until } from '../storage/customer.ts'
import { DeletionServices } from './deletionServices.ts'
import { fillAccount } from './fillAccount.ts'
import { columnsOfAccounts, filesWith, rowsOf, tablesWith } from './traces.ts'

/** Tables that have no rows of the account in this test, and why. */
const withoutRows = [
  // Written and deleted by the deletion.
  'customers.closings',
  'identity.deletions',
  'identity.erasures',
  'widgets.marked_accounts',
  // Only business accounts have invoices. Orders of private customers are forgotten once they are settled.
  'invoices.invoices',
  'invoices.orders',
]

describe.each(databaseKinds)('an account that is deleted, on %s', (kind) => {
  const services = new DeletionServices(kind)

  test('is gone from every table, file and log, and another account keeps everything', async () => {
    const [owner, other] = [await services.register(), await services.register()]
    const filled = await fillAccount(services, owner)
    const others = await fillAccount(services, other)
    await shareAlbums(owner, other, others)
    await shareAlbums(other, owner, filled)
    const texts = [owner.id, owner.email, owner.word]
    await expectRowsEverywhere(owner.id)
    const before = await kept(other.id)
    await owner.deleteAccount()
    await services.untilErased(owner)
    await until(
      async () => ((await tablesWith(services.platform, texts)).length === 0 ? true : null),
      `no table to have traces, but found ${(await tablesWith(services.platform, texts)).join(', ')}`,
    )
    expect(await filesWith(services.dataDir, texts)).toEqual([])
    expect(services.log.filter((line) => line.includes(owner.word) || line.includes(owner.email))).toEqual([])
    // The owner's photos have left the album of the other account, and the owner's own album is gone.
    const { body: albums } = await other.customer.call('GET', '/photos/albums?limit=50')
    expect(albums.albums.map((album: { albumName: string }) => album.albumName)).toEqual([other.word])
    expect(await kept(other.id)).toEqual(before)
    expect((await other.customer.photos()).length).toBe(2)
    const mail = await owner.mailWith('We keep nothing from it')
    expect(mail.subject).toBe('Your account has been deleted')
  })

  test('does not make a used voucher usable again', async () => {
    const owner = await services.register()
    const { publicVoucher } = await fillAccount(services, owner)
    await owner.deleteAccount()
    await services.untilErased(owner)
    const other = await services.register()
    const path = `/vouchers/api/v1/campaigns/offers/${publicVoucher}`
    expect((await other.customer.call('GET', path)).body.state).toBe('used')
  })

  test('can register again with the same address, as another account', async () => {
    const owner = await services.register()
    await owner.deleteAccount()
    await services.untilErased(owner)
    expect((await owner.enterPassword()).answer.status).toBe(422)
    expect(await owner.registerAgain()).toBe(303)
    const { rows } = await sql<{ id: string }>`
      select id from identity.accounts where email_key = ${owner.email}`.execute(services.database)
    expect(rows.length).toBe(1)
    expect(rows[0]?.id).not.toBe(owner.id)
  })

  /** Expects a row of the account in every table, because otherwise a service could forget a table unnoticed. */
  async function expectRowsEverywhere(accountId: string): Promise<void> {
    const empty: string[] = []
    for (const { place, column } of await columnsOfAccounts(services.platform)) {
      const { rows } = await sql`
        select from ${sql.raw(place)} where ${sql.ref(column)}::text = ${accountId} limit 1`.execute(services.database)
      if (rows.length === 0 && !withoutRows.includes(place)) empty.push(place)
    }
    expect(empty).toEqual([])
  }

  /** The rows of the other account, without those that change with the shared albums or with time. */
  async function kept(accountId: string): Promise<readonly string[]> {
    const changing =
      /^(?:photos\.album_participants|photos\.albums|photos\.album_photos|photos\.library_deletions|photos\.trash_emptyings|vouchers\.unknown_codes)/
    return (await rowsOf(services.platform, accountId)).filter((row) => !changing.test(row))
  }

  /** Shares the album of one account with the other, which adds its photos. */
  async function shareAlbums(
    from: Awaited<ReturnType<typeof services.register>>,
    to: Awaited<ReturnType<typeof services.register>>,
    photosOfTo: { readonly photoIds: readonly string[] },
  ): Promise<void> {
    const { body } = await from.customer.call('GET', '/photos/albums?limit=50')
    const [album] = body.albums
    const secret = (await readFile(join(services.dataDir, 'keys', 'operator'), 'utf8')).trim()
    const participants = [{ id: to.id, email: to.email, photoIds: photosOfTo.photoIds }]
    const { status } = await from.customer.call('POST', '/photos/dev/shared-albums', {
      body: { albumId: album.albumId, participants },
      headers: { 'x-operator-secret': secret },
    })
    expect(status).toBe(200)
  }
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { deleteDue } from '../../../services/customers/retention.ts'
import { databaseKinds } from '../../support/database.ts'
import { type Customer, until } from '../storage/customer.ts'
import { idOf, seedMany, seedPhotos } from '../photos/seeding.ts'
import { addAccount, addAccounts, markReminded, CustomerServices } from './support.ts'

/** The 15th, which every month has. */
const date = new Date(Date.UTC(2022, 5, 15, 12))

const countOf = async (customer: Customer): Promise<number> =>
  (await customer.call('GET', '/photos/users')).body.photosCount

const byAlbum = (one: { albumId: string }, other: { albumId: string }) => (one.albumId < other.albumId ? -1 : 1)

const byWhat = (one: { what: string }, other: { what: string }) => (one.what < other.what ? -1 : 1)

describe.each(databaseKinds)('a library at the end of its retention, on %s', (kind) => {
  const running = new CustomerServices(kind)

  /** A customer whose photos are due for deletion at this time, and who got all reminders. */
  async function newCustomer(deletion: Date): Promise<Customer> {
    const registered = new Date(deletion)
    registered.setUTCMonth(registered.getUTCMonth() - 18)
    const id = await addAccount(running.database, registered.toISOString())
    await markReminded(running.database, id)
    return running.newCustomer(id)
  }

  async function untilDeleted(customer: Customer): Promise<void> {
    await until(async () => {
      const rows = await running.photos.selectFrom('library_deletions').select('owner_id').execute()
      return rows.some((row) => row.owner_id === customer.id) ? null : true
    }, 'the deletion to end')
  }

  test('loses the photos that were added until the deletion date, and keeps later photos; other libraries keep everything', async () => {
    const [customer, other] = [await newCustomer(date), await newCustomer(new Date(Date.UTC(2036, 5, 15)))]
    await seedPhotos(running.photos, customer.id, [
      { number: 1, takenAt: null, createdAt: '2021-01-01T00:00:00Z' },
      { number: 2, takenAt: '2021-02-03T00:00:00', createdAt: '2022-06-15T12:00:00Z' },
      { number: 3, takenAt: null, createdAt: '2022-06-15T12:00:00.000001Z' },
    ])
    await seedMany(running.photos, other.id, 3)
    await deleteDue(running.platform, running.database, date)
    await until(async () => ((await countOf(customer)) === 1 ? true : null), 'the photos to be deleted')
    expect((await customer.photos()).map(({ imageId }) => imageId)).toEqual([idOf(3)])
    expect(await countOf(other)).toBe(3)
    await untilDeleted(customer)
    await deleteDue(running.platform, running.database, new Date(date.getTime() + 1))
    expect(await countOf(customer)).toBe(1)
  })

  test('keeps retention as the reason of the deletion if its owner also deletes all photos', async () => {
    const customer = await newCustomer(date)
    await seedMany(running.photos, customer.id, 1_200)
    // The photos were added after the date, so only the owner's request deletes them. Until that request, no job runs.
    const queueing = vi.spyOn(running.platform.jobs, 'enqueue').mockResolvedValue()
    await deleteDue(running.platform, running.database, date)
    const reasonOf = () =>
      running.photos
        .selectFrom('library_deletions')
        .select('reason')
        .where('owner_id', '=', customer.id)
        .executeTakeFirst()
    await until(async () => ((await reasonOf())?.reason === 'retention' ? true : null), 'the deletion to start')
    queueing.mockRestore()
    expect([202, 204]).toContain((await customer.call('DELETE', '/photos/photos/all')).status)
    await until(async () => ((await countOf(customer)) === 0 ? true : null), 'all photos to be deleted')
    await untilDeleted(customer)
  })

  test('loses albums without photos, except shared albums and albums that were created after the deletion date', async () => {
    const [customer, friend] = [await newCustomer(date), await newCustomer(new Date(Date.UTC(2036, 5, 15)))]
    const [old = '', kept = ''] = await seedMany(running.photos, customer.id, 2)
    await running.photos
      .updateTable('photos')
      .set({ created_at: new Date('2022-01-01') })
      .where('id', '=', old)
      .execute()
    const albumIds: string[] = []
    for (const name of ['Emptied', 'Never filled', 'Kept', 'Shared', 'Later']) {
      const { body } = await customer.call('POST', '/photos/albums', { body: { name } })
      albumIds.push(body.albumId)
    }
    const [emptied = '', empty = '', filled = '', shared = ''] = albumIds
    for (const id of [emptied, filled, shared]) {
      await customer.call('POST', `/photos/albums/${id}/photos`, { body: { photoIds: [old] } })
    }
    await customer.call('POST', `/photos/albums/${filled}/photos`, { body: { photoIds: [kept] } })
    await running.photos
      .insertInto('album_participants')
      .values({ album_id: shared, account_id: friend.id, email: 'friend@example.com' })
      .execute()
    await running.photos
      .updateTable('albums')
      .set({ created_at: new Date('2022-01-01') })
      .where('id', 'in', albumIds.slice(0, 4))
      .execute()

    await deleteDue(running.platform, running.database, date)
    await until(async () => ((await countOf(customer)) === 1 ? true : null), 'the photo to be deleted')
    await untilDeleted(customer)
    const { body } = await customer.call('GET', '/photos/albums')
    const left = body.albums.map(({ albumName, photosCount }: { albumName: string; photosCount: number }) => [
      albumName,
      photosCount,
    ])
    expect(left.toSorted()).toEqual([
      ['Kept', 1],
      ['Later', 0],
      ['Shared', 0],
    ])
    const { rows: removed } = await sql<{ data: { albumId: string } }>`
      select data from platform.events where owner = ${customer.id} and type = 'album.removed'`.execute(
      running.database,
    )
    const expected = [emptied, empty].map((albumId) => ({ albumId, isOwner: true, isShared: false }))
    expect(removed.map(({ data }) => data).toSorted(byAlbum)).toEqual(expected.toSorted(byAlbum))
  })

  test('is deleted only once, even when more accounts are due than one page of a run holds', async () => {
    const due = new Date(Date.UTC(2035, 6, 15))
    await addAccounts(running.database, new Date(Date.UTC(2034, 0, 15)).toISOString(), 450)
    // First handles the accounts of earlier tests, because they are due as well.
    while ((await deleteDue(running.platform, running.database, new Date(due.getTime() - 1))) > 0) continue
    expect(await deleteDue(running.platform, running.database, due)).toBe(450)
    expect(await deleteDue(running.platform, running.database, due)).toBe(0)
  })

  test('only services can ask which accounts have photos', async () => {
    const customer = await newCustomer(date)
    const [answer, asked] = [
      await customer.call('POST', '/photos/libraries/filled', { body: { ownerIds: [customer.id] } }),
      await customer.call('POST', '/photos/libraries/filled', {
        body: { ownerIds: [randomUUID()] },
        headers: { 'x-service-secret': 'wrong' },
      }),
    ]
    expect([answer.status, asked.status]).toEqual([403, 403])
  })

  test('stays for another month if its owner was not warned, and a dry run reports this', async () => {
    // The accounts of the other tests are not due yet on this day.
    const day = new Date(Date.UTC(2022, 4, 10, 12))
    const [warned, unwarned] = [await newCustomer(day), await newCustomer(day)]
    for (const { id } of [warned, unwarned]) await seedMany(running.photos, id, 1)
    await running.database.updateTable('accounts').set({ reminded: 3 }).where('id', '=', unwarned.id).execute()
    const { outcomes } = await (await running.operate('retention/dry-run', { now: day.toISOString() })).json()
    const outcomeOf = ({ id }: Customer, what: string) => ({
      email: `${id}@example.com`,
      what,
      deletionDate: day.toISOString(),
    })
    const expected = [outcomeOf(warned, 'deletion'), outcomeOf(unwarned, 'postponement')]
    expect(outcomes.toSorted(byWhat)).toEqual(expected)
    expect(await deleteDue(running.platform, running.database, day)).toBe(1)
    const month = new Date(Date.UTC(2022, 5, 10, 12))
    const deletionAt = running.database.selectFrom('accounts').select('deletion_at').where('id', '=', unwarned.id)
    expect(await deletionAt.executeTakeFirst()).toEqual({ deletion_at: month })
    await markReminded(running.database, unwarned.id)
    expect(await deleteDue(running.platform, running.database, month)).toBe(1)
  })
})

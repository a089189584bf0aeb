import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reminderMailQueueName } from '../../../services/customers/reminderMails.ts'
import { remindAll } from '../../../services/customers/reminders.ts'
import { deleteDue } from '../../../services/customers/retention.ts'
import { createGround, databaseKinds, type Ground } from '../../support/database.ts'
import { Customer, until } from '../storage/customer.ts'
import { idOf, seedMany, seedPhotos } from '../photos/seeding.ts'
import { addAccount, addAccounts, type CustomerServices, startCustomerServices } from './support.ts'

const countOf = async (customer: Customer): Promise<number> =>
  (await customer.call('GET', '/photos/users')).body.photosCount

const addressOf = (id: string) => `${id}@example.com`

/** The date of those below, whose reminders are the last that a real run would think of. */
const registered = '2033-11-30T09:00:00Z'
const deletion = '2035-05-30T09:00:00Z'

describe.each(databaseKinds)('retention, on %s', (kind) => {
  let ground: Ground
  let running: CustomerServices

  beforeAll(async () => {
    ground = await createGround(kind)
    running = await startCustomerServices(ground)
  })
  afterAll(async () => {
    await running.close()
    await ground.remove()
  })

  /** Somebody whose photos are to go at a moment. */
  async function newCustomer(deletion: Date): Promise<Customer> {
    const registered = new Date(deletion)
    registered.setUTCMonth(registered.getUTCMonth() - 18)
    return new Customer(
      running.services.url,
      running.issuer,
      await addAccount(running.database, registered.toISOString()),
    )
  }

  async function gone(customer: Customer): Promise<void> {
    await until(async () => {
      const rows = await running.photos.selectFrom('library_deletions').select('owner_id').execute()
      return rows.some((row) => row.owner_id === customer.id) ? null : true
    }, 'the deletion to end')
  }

  async function newReader(photos = 1, from = registered): Promise<string> {
    const id = await addAccount(running.database, from)
    if (photos > 0) await seedMany(running.photos, id, photos)
    return id
  }

  const run = (now: string) => remindAll(running.platform, running.database, new Date(now))

  /** What an account was sent, once every mail that was to be sent is. */
  async function mailsTo(id: string): Promise<string[]> {
    await until(async () => {
      const { rows } = await sql`
        select from jobs.job where name = ${reminderMailQueueName} and state < 'completed' limit 1`.execute(
        running.database,
      )
      return rows.length === 0 ? true : null
    }, 'the mails to be sent')
    return running.smtp.mails.filter(({ to }) => to === addressOf(id)).map(({ subject }) => subject)
  }

  async function dates(id: string) {
    return running.database.selectFrom('accounts').select('deletion_at').where('id', '=', id).executeTakeFirstOrThrow()
  }

  describe('a library whose time is over', () => {
    /** At the 15th, which every month has. */
    const date = new Date(Date.UTC(2022, 5, 15, 12))

    test('loses the photos of before the date and keeps those that came behind it, and nobody else loses any', async () => {
      const [customer, other] = [await newCustomer(date), await newCustomer(new Date(Date.UTC(2036, 5, 15)))]
      await seedPhotos(running.photos, customer.id, [
        { number: 1, takenAt: null, createdAt: '2021-01-01T00:00:00Z' },
        { number: 2, takenAt: '2021-02-03T00:00:00', createdAt: '2022-06-15T12:00:00Z' },
        { number: 3, takenAt: null, createdAt: '2022-06-15T12:00:00.000001Z' },
      ])
      await seedMany(running.photos, other.id, 3)
      await deleteDue(running.platform, running.database, date)
      await until(async () => ((await countOf(customer)) === 1 ? true : null), 'the photos to go')
      expect((await customer.photos()).map(({ imageId }) => imageId)).toEqual([idOf(3)])
      expect(await countOf(other)).toBe(3)
      await gone(customer)
      await deleteDue(running.platform, running.database, new Date(date.getTime() + 1))
      expect(await countOf(customer)).toBe(1)
    })

    test('is being deleted for reasons of retention while it is, whatever its owner asks besides', async () => {
      const customer = await newCustomer(date)
      await seedMany(running.photos, customer.id, 1_200)
      // The photos came after the date: only what their owner asks takes them.
      await deleteDue(running.platform, running.database, date)
      const reasonOf = () =>
        running.photos
          .selectFrom('library_deletions')
          .select('reason')
          .where('owner_id', '=', customer.id)
          .executeTakeFirst()
      await until(async () => ((await reasonOf())?.reason === 'retention' ? true : null), 'the deletion to begin')
      expect((await customer.call('DELETE', '/photos/photos/all')).status).toBe(204)
      await until(async () => ((await countOf(customer)) === 0 ? true : null), 'all to be gone')
      await gone(customer)
    })

    test('loses the albums that are left empty, but for those that others take part in or that came later', async () => {
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
      const [emptied = '', , filled = '', shared = ''] = albumIds
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
      await until(async () => ((await countOf(customer)) === 1 ? true : null), 'the photo to go')
      await gone(customer)
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
      const removed = running.platform.events.subscribe(
        { owner: customer.id, types: ['album.removed'], after: 0 },
        AbortSignal.timeout(20_000),
      )
      for await (const events of removed) {
        expect(events.map(({ data }) => data)).toEqual(
          expect.arrayContaining([{ albumId: emptied, isOwner: true, isShared: false }]),
        )
        expect(events).toHaveLength(2)
        break
      }
    })

    test('of more accounts than a page holds: all of them go, each once', async () => {
      const due = new Date(Date.UTC(2035, 6, 15))
      await addAccounts(running.database, new Date(Date.UTC(2034, 0, 15)).toISOString(), 450)
      // Those of before, for whom that is late, too.
      await deleteDue(running.platform, running.database, new Date(due.getTime() - 1))
      expect(await deleteDue(running.platform, running.database, due)).toBe(450)
      expect(await deleteDue(running.platform, running.database, due)).toBe(0)
    })

    test('which accounts have photos is told to services only', async () => {
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
  })

  describe('reminders', () => {
    beforeEach(async () => {
      running.smtp.mails.length = 0
      // Those of the tests before.
      await running.database.deleteFrom('accounts').execute()
    })

    test('come three months, one month, one week and one day before, each once', async () => {
      const id = await newReader()
      const subjects = [
        'Your photos are stored until 30 May 2035',
        'Your photos are stored until 30 May 2035',
        'Your photos will be deleted on 30 May 2035',
        'Last reminder: your photos will be deleted on 30 May 2035',
      ]
      // Three months before the 30th of May there is no 30th.
      const moments = ['2035-02-28T09:00:00Z', '2035-04-30T09:00:00Z', '2035-05-23T09:00:00Z', '2035-05-29T09:00:00Z']
      for (const [index, moment] of moments.entries()) {
        await run(new Date(Date.parse(moment) - 1).toISOString())
        expect(await mailsTo(id)).toEqual(subjects.slice(0, index))
        await Promise.all([run(moment), run(moment)])
        await run(moment)
        expect(await mailsTo(id)).toEqual(subjects.slice(0, index + 1))
      }
      await run(deletion)
      expect(await mailsTo(id)).toEqual(subjects)
    })

    test('after a pause only the one that is due now comes', async () => {
      const id = await newReader()
      await run('2035-05-24T00:00:00Z')
      expect(await mailsTo(id)).toEqual(['Your photos will be deleted on 30 May 2035'])
      await run('2035-05-29T10:00:00Z')
      expect(await mailsTo(id)).toHaveLength(2)
    })

    test('begin anew with a new date', async () => {
      const half = new Date()
      half.setUTCMonth(half.getUTCMonth() - 10, 5)
      const id = await newReader(1, half.toISOString())
      const { deletion_at: first } = await dates(id)
      await run(new Date(first.getTime() - 20 * 86_400_000).toISOString())
      expect(await mailsTo(id)).toHaveLength(1)
      await running.operate('orders', { email: `${id}@example.com` })
      const second = await until(async () => {
        const { deletion_at: date } = await dates(id)
        return date.getTime() > first.getTime() ? date : null
      }, 'the order')
      await run(new Date(first.getTime() - 10 * 86_400_000).toISOString())
      expect(await mailsTo(id)).toHaveLength(1)
      await run(new Date(second.getTime() - 60 * 86_400_000).toISOString())
      expect(await mailsTo(id)).toHaveLength(2)
      await run(new Date(second.getTime() - 20 * 86_400_000).toISOString())
      expect(await mailsTo(id)).toHaveLength(3)
    })

    test('do not go to who has no photos, and are made up for when some come', async () => {
      const [empty, filled] = [await newReader(0), await newReader()]
      await run('2035-05-24T00:00:00Z')
      expect([(await mailsTo(empty)).length, (await mailsTo(filled)).length]).toEqual([0, 1])
      await seedMany(running.photos, empty, 1)
      await run('2035-05-24T01:00:00Z')
      expect([(await mailsTo(empty)).length, (await mailsTo(filled)).length]).toEqual([1, 1])
    })

    test('of more accounts than a page holds: each one gets its own, once, from two runs at a time', async () => {
      const ids = await addAccounts(running.database, registered, 104)
      const filled = ids.filter((_, index) => index % 5 === 0)
      for (const id of filled) await seedMany(running.photos, id, 1)
      await Promise.all([run('2035-03-01T00:00:00Z'), run('2035-03-01T00:00:00Z')])
      await run('2035-03-01T00:00:00Z')
      await mailsTo('anybody')
      expect(running.smtp.mails.map(({ to }) => to).toSorted()).toEqual(filled.map(addressOf).toSorted())
    })

    test('wait while the mail server takes none, and are not sent when they are out of date by then', async () => {
      const [waiting, ordered] = [await newReader(), await newReader()]
      const refusals = (id: string) => running.smtp.refused.filter((to) => to === addressOf(id)).length
      running.smtp.isRefusing = true
      await run('2035-03-01T00:00:00Z')
      await until(async () => (refusals(waiting) > 0 && refusals(ordered) > 0 ? true : null), 'both to be refused')
      await running.database
        .updateTable('accounts')
        .set({ delayed_at: new Date('2036-01-01') })
        .where('id', '=', ordered)
        .execute()
      const before = refusals(waiting)
      await until(async () => (refusals(waiting) > before ? true : null), 'another try')
      running.smtp.isRefusing = false
      expect(await mailsTo(waiting)).toHaveLength(1)
      expect(await mailsTo(ordered)).toEqual([])
    })

    test('a dry run names who would get what, and changes nothing', async () => {
      const [due, reminded] = [await newReader(1, '2033-01-15T00:00:00Z'), await newReader()]
      await newReader(0)
      const outcomes: unknown[] = []
      let cursor: string | undefined
      do {
        const answer = await running.operate('retention/dry-run', { now: '2035-04-30T09:00:00Z', cursor })
        const page = await answer.json()
        outcomes.push(...page.outcomes)
        cursor = page.cursor ?? undefined
      } while (cursor !== undefined)
      expect(outcomes).toEqual([
        { email: `${due}@example.com`, what: 'deletion', deletionDate: '2034-07-15T00:00:00.000Z' },
        { email: `${reminded}@example.com`, what: 'reminder', number: 2, deletionDate: '2035-05-30T09:00:00.000Z' },
      ])
      expect((await running.operate('retention/dry-run', { cursor: 'mine' })).status).toBe(400)
      expect(await running.database.selectFrom('reminders').select('id').execute()).toEqual([])
      const accounts = await running.database.selectFrom('accounts').select(['emptied_at', 'reminded']).execute()
      expect(accounts.every((account) => account.emptied_at === null && account.reminded === 0)).toBe(true)
    })
  })
})

import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recount } from '../../../services/photos/recount.ts'
import { deleteInTransaction } from '../../../services/photos/store.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import { EventReader } from '../../support/eventReader.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { Customer, publicUrl, until } from '../storage/customer.ts'
import { inDatabase, seedMany } from './seeding.ts'

const photos = 6_000
/** 12 batches of up to 500. The last batch is not full, so the emptying ends after it. */
const trashed = 5_900
const batchesOfTrash = 12

const slowTables = ['photos.photos', 'photos.trashed_photos']

/** Makes each batch of 500 take half a second, so that the kill comes before the last batch. */
const slowly = [
  `create function public.slowly() returns trigger language plpgsql
    as $body$ begin perform pg_sleep(0.5); return null; end $body$`,
  ...slowTables.map(
    (table) => `create trigger slowly before delete on ${table} for each statement execute function public.slowly()`,
  ),
]

/** Inserts photos that are in the trash; returns their ids. */
async function seedTrash(database: Kysely<PhotosTables>, { id }: Customer, count: number): Promise<string[]> {
  const ids = await seedMany(database, id, count)
  const limits = { before: 'infinity', trashDays: 30 }
  await database.transaction().execute((change) => deleteInTransaction(change, id, ids, limits))
  return ids
}

/** The ids of photos in the account's events of a type, each as often as it is announced. */
async function announced(database: Kysely<PhotosTables>, { id }: Customer, type: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select photo->>'imageId' as id from platform.events, jsonb_array_elements(data->'photos') as photo
    where type = ${type} and owner = ${id}`.execute(database)
  return rows.map((row) => row.id).toSorted()
}

/** How many batches of a trash were deleted so far: each has one `trash.changed` event. */
const batchesIn = (reader: EventReader) => reader.events().filter(({ type }) => type === 'trash.changed').length

describe.each(databaseKinds)(
  'deleting all photos and emptying a trash while the services are killed, on %s',
  (kind) => {
    let services: KillableServices

    beforeEach(async () => {
      services = await createKillableServices(kind, publicUrl, 'photos')
    })
    afterEach(() => services.remove())

    test('continues after each start, announces each photo once, and deletes nothing else', async () => {
      const [customer, emptier, stranger] = [1, 2, 3].map(() => new Customer(services.url, services.issuer))
      if (!customer || !emptier || !stranger) throw new Error('Three customers are needed.')
      const ids: string[] = []
      const trash: string[] = []
      await inDatabase(services.installation, async (database) => {
        for (let made = 0; made < photos; made += 3_000) ids.push(...(await seedMany(database, customer.id, 3_000)))
        trash.push(...(await seedTrash(database, emptier, trashed)))
        await seedMany(database, emptier.id, 3)
        await seedTrash(database, stranger, 2)
        for (const statement of slowly) await sql.raw(statement).execute(database)
      })
      await services.start()
      const countOf = async (): Promise<number> => (await customer.call('GET', '/photos/users')).body.photosCount
      expect(await countOf()).toBe(photos)
      const follow = async () => {
        const reader = new EventReader(`${services.url}/photos/events`)
        await reader.send({ action: 'authenticate', token: await emptier.token(), after: '0' })
        return reader
      }

      const first = await follow()
      const asked = Promise.allSettled([
        emptier.call('DELETE', '/photos/photos/trash/all'),
        customer.call('DELETE', '/photos/photos/all'),
      ])
      await until(async () => ((await countOf()) < photos && batchesIn(first) > 0 ? true : null), 'the first deletions')
      await services.kill()
      await asked
      const batches = batchesIn(first)
      await services.start()
      const left = await countOf()
      expect([left > 0, batches < batchesOfTrash]).toEqual([true, true])
      const second = await follow()
      await until(
        async () => ((await countOf()) < left && batchesIn(second) > batches ? true : null),
        'more deletions without a request',
      )
      await services.kill()
      expect(batchesIn(second)).toBeLessThan(batchesOfTrash)
      await inDatabase(services.installation, async (database) => {
        for (const table of slowTables) await sql.raw(`drop trigger slowly on ${table}`).execute(database)
      })
      await services.start()
      const third = await follow()
      await until(
        async () => ((await countOf()) === 0 && batchesIn(third) === batchesOfTrash ? true : null),
        'all photos to be deleted',
      )
      expect((await emptier.call('GET', '/photos/photos/trash/count')).body).toEqual({ photosCount: 0 })
      expect((await emptier.call('GET', '/photos/users')).body.photosCount).toBe(3)
      expect((await stranger.call('GET', '/photos/photos/trash/count')).body).toEqual({ photosCount: 2 })
      await services.kill()

      await inDatabase(services.installation, async (database) => {
        expect(await announced(database, customer, 'photos.removed')).toEqual(ids.toSorted())
        expect(await announced(database, emptier, 'photos.purged')).toEqual(trash.toSorted())
        const { rows: kept } = await sql`
        select owner_id, count(*)::integer as count from photos.trashed_photos group by owner_id`.execute(database)
        expect(kept).toEqual([{ owner_id: stranger.id, count: 2 }])
        expect(await database.selectFrom('trash_emptyings').selectAll().execute()).toEqual([])
        expect(await recount(database)).toBe(0)
      })
    })
  },
)

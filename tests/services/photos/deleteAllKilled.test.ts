import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recount } from '../../../services/photos/recount.ts'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { Customer, publicUrl, until } from '../storage/customer.ts'
import { inDatabase, seedMany } from './seeding.ts'

const photos = 6_000

/** Makes each batch of 500 take a second, so that the kill comes in time. */
const slowly = [
  `create function public.slowly() returns trigger language plpgsql
    as $body$ begin perform pg_sleep(1); return null; end $body$`,
  'create trigger slowly before delete on photos.photos for each statement execute function public.slowly()',
]

describe.each(databaseKinds)('deleting all photos while the services are killed, on %s', (kind) => {
  let services: KillableServices

  beforeEach(async () => {
    services = await createKillableServices(kind, publicUrl, 'photos')
  })
  afterEach(() => services.remove())

  test('continues after each start, and announces each photo once', async () => {
    const customer = new Customer(services.url, services.issuer)
    const ids: string[] = []
    await inDatabase(services.installation, async (database) => {
      for (let made = 0; made < photos; made += 3_000) ids.push(...(await seedMany(database, customer.id, 3_000)))
      for (const statement of slowly) await sql.raw(statement).execute(database)
    })
    await services.start()
    const countOf = async (): Promise<number> => (await customer.call('GET', '/photos/users')).body.photosCount
    expect(await countOf()).toBe(photos)

    const asked = customer.call('DELETE', '/photos/photos/all').catch(() => null)
    await until(async () => ((await countOf()) < photos ? true : null), 'the first deletions')
    await services.kill()
    await asked
    await services.start()
    const left = await countOf()
    expect(left).toBeGreaterThan(0)
    await until(async () => ((await countOf()) < left ? true : null), 'more deletions without a request')
    await services.kill()
    await inDatabase(services.installation, async (database) => {
      await sql.raw('drop trigger slowly on photos.photos').execute(database)
    })
    await services.start()
    await until(async () => ((await countOf()) === 0 ? true : null), 'all to be deleted')
    await services.kill()

    await inDatabase(services.installation, async (database) => {
      const { rows } = await sql<{ id: string }>`
        select photo->>'imageId' as id from platform.events, jsonb_array_elements(data->'photos') as photo
        where type = 'photos.removed' and owner = ${customer.id}`.execute(database)
      expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(await recount(database)).toBe(0)
    })
  })
})

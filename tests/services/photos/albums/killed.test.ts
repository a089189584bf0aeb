import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recount } from '../../../../services/photos/recount.ts'
import { demoAccounts } from '../../../../services/platform/demo.ts'
import { databaseKinds } from '../../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../../support/killableServices.ts'
import { seededRandom } from '../../../support/random.ts'
import { publicUrl, until } from '../../storage/customer.ts'
import { inDatabase, seedMany } from '../seeding.ts'
import { Sharer } from './sharer.ts'

const photosPerCall = 500
const random = seededRandom(2)

describe.each(databaseKinds)('albums while the services are killed, on %s', (kind) => {
  let services: KillableServices

  beforeEach(async () => {
    vi.stubEnv('DEMO', 'true')
    services = await createKillableServices(kind, publicUrl, 'photos')
  })
  afterEach(async () => {
    await services.remove()
    vi.unstubAllEnvs()
  })

  test('contain all or none of the photos of each call, and the demo albums are created once', async () => {
    const [anna, ben] = demoAccounts.map(({ id }) => new Sharer(services.url, services.issuer, id))
    if (!anna || !ben) throw new Error('Two demo accounts are needed.')
    const ids: string[] = []
    await inDatabase(services.installation, async (database) => {
      ids.push(...(await seedMany(database, anna.id, 4 * photosPerCall)))
      await seedMany(database, ben.id, 12)
    })
    await services.start()
    const albumId = await anna.album('Everything')
    const chunks = [0, 1, 2, 3].map((number) => ids.slice(number * photosPerCall, (number + 1) * photosPerCall))
    const adding = (async () => {
      for (const chunk of chunks) await anna.add(albumId, chunk)
    })().catch(() => null)
    await setTimeout(random() * 300)
    await services.kill()
    await adding
    await inDatabase(services.installation, async (database) => {
      const { rows } = await sql<{ count: number; events: number }>`
        select photos_count as count, (
          select count(*) from platform.events where data->>'albumId' = albums.id::text
        ) as events
        from photos.albums where id = ${albumId}`.execute(database)
      const { count = -1, events } = rows[0] ?? {}
      expect(count % photosPerCall).toBe(0)
      // One event for the creation of the album, and one per completed call.
      expect(events).toBe(1 + count / photosPerCall)
      expect(await recount(database)).toBe(0)
    })
    await services.start()
    for (const chunk of chunks) expect((await anna.add(albumId, chunk)).body).toEqual({ failed: [] })
    expect((await anna.readAlbum(albumId)).photosCount).toBe(ids.length)

    const countOf = async (path: string): Promise<number> => (await anna.call('GET', path)).body.albums.length
    await until(async () => {
      const isMade = (await countOf('/photos/albums')) === 7 && (await countOf('/photos/shared-albums')) === 1
      return isMade ? true : null
    }, 'the albums of the demo')
    await services.kill()
    await inDatabase(services.installation, async (database) => {
      const { rows } = await sql<{ name: string; count: number }>`
        select name, photos_count as count from photos.albums order by photos_count`.execute(database)
      expect(rows.map(({ count }) => count)).toEqual([0, 7, 9, 9, 11, 14, 600, ids.length])
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
      expect(await recount(database)).toBe(0)
    })
  })
})

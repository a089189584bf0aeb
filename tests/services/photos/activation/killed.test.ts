import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGround, databaseKinds, type Ground } from '../../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../../support/killableServices.ts'
import { publicUrl, startPhotoServices } from '../../storage/customer.ts'
import { inDatabase } from '../seeding.ts'
import { drawPictures, Importer, OlderLibraries } from './older.ts'

const pictures = 24

/** Pictures in two albums, each third there twice, and one that is broken. */
async function putLibrary(older: OlderLibraries, ownerId: string, drawn: readonly Buffer[]): Promise<void> {
  const originals = drawn.map((bytes, number): [string, Buffer] => [`files/${number}.jpg`, bytes])
  const copies = drawn
    .filter((_, number) => number % 3 === 0)
    .map((bytes, number): [string, Buffer] => [`files/copy ${number}.jpg`, bytes])
  const names = originals.map(([path]) => path)
  await older.put(ownerId, {
    files: { ...Object.fromEntries([...originals, ...copies]), 'files/broken.jpg': 'broken' },
    index: {
      albums: [
        { name: 'First half', files: names.slice(0, pictures / 2) },
        { name: 'Copies', files: copies.map(([path]) => path) },
      ],
    },
  })
}

const outcome = {
  state: 'finished',
  foundCount: pictures + pictures / 3 + 1,
  importedCount: pictures,
  existingCount: pictures / 3,
  failedCount: 1,
}

async function verify(customer: Importer): Promise<void> {
  const ended = await customer.ended()
  expect(await customer.report('failures')).toEqual([
    { fileName: 'broken.jpg', albumName: null, reason: 'UNSUPPORTED_TYPE' },
  ])
  expect(ended).toMatchObject(outcome)
  const photos = await customer.photos()
  expect(photos).toHaveLength(pictures)
  const albums = await customer.report('albums')
  expect(albums).toMatchObject([
    { name: 'First half', foundCount: pictures / 2 },
    { name: 'Copies', foundCount: pictures / 3 },
    { name: null, failedCount: 1 },
  ])
  expect((await customer.call('GET', '/photos/albums')).body.albums).toHaveLength(2)
  expect(await customer.shownIn(albums[0].albumId)).toHaveLength(pictures / 2)
  expect(await customer.shownIn(albums[1].albumId)).toHaveLength(pictures / 3)
}

describe.each(databaseKinds)('an import while the services are killed, on %s', (kind) => {
  let services: KillableServices
  let older: OlderLibraries

  beforeEach(async () => {
    older = await OlderLibraries.create()
    services = await createKillableServices(kind, publicUrl, 'storage,photos', { LEGACY_LIBRARIES: older.root })
    await services.start()
  })
  afterEach(async () => {
    await services.remove()
    await older.remove()
  })

  test('goes on, and takes every file in once', { timeout: 240_000 }, async () => {
    const customer = new Importer(services.url, services.issuer)
    await putLibrary(older, customer.id, await drawPictures(pictures))
    await customer.start()
    await setTimeout(randomInt(50, 2_500))
    await services.kill()
    await services.start()
    await verify(customer)
    await services.kill()
    await inDatabase(services.ground, async (database) => {
      const { rows } = await sql<{ uploads: number; originals: number; ends: number }>`
        select (select count(*) from storage.uploads where state <> 'RECEIVING') as uploads,
          (select count(*) from storage.originals) as originals,
          (select count(*) from platform.events where type = 'activation.finished') as ends`.execute(database)
      expect(rows[0]).toEqual({ uploads: outcome.foundCount, originals: pictures, ends: 1 })
    })
  })
})

describe('an import that two processes could work on', () => {
  let ground: Ground
  let older: OlderLibraries

  beforeEach(async () => {
    ground = await createGround('a PostgreSQL server')
    older = await OlderLibraries.create()
  })
  afterEach(async () => {
    await older.remove()
    await ground.remove()
  })

  test('is done once, however often it is asked for', async () => {
    const settings = { LEGACY_LIBRARIES: older.root }
    const one = await startPhotoServices(ground, settings)
    const other = await startPhotoServices(ground, { ...settings, IDENTITY_URL: one.services.config.urls.identity })
    try {
      const customer = new Importer(one.services.url, one.issuer)
      const same = new Importer(other.services.url, one.issuer, customer.id)
      await putLibrary(older, customer.id, await drawPictures(pictures))
      const asked = await Promise.all([customer, same, customer, same].map((each) => each.start()))
      expect(asked.map(({ status }) => status)).toEqual([202, 202, 202, 202])
      await verify(same)
      const { rows } = await sql<{ news: number }>`
        select count(*) as news from platform.events
        where type in ('activation.started', 'activation.finished')`.execute(
        one.services.platform.database<unknown>('photos'),
      )
      expect(rows[0]?.news).toBe(2)
    } finally {
      await other.close()
      await one.close()
    }
  })
})

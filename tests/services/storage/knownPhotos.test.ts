import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { readOriginal } from '../../../services/storage/originalStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { followUpUnconfirmed } from '../../../services/storage/unconfirmed.ts'
import { createInstallation } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, startPhotoServices, until } from './customer.ts'

describe('an upload', () => {
  test('is ready only once the library has its photo; until then its account sees it as being processed', async () => {
    const running = await startPhotoServices(undefined, {}, ['storage'])
    const { platform, url } = running.services
    const [customer, stranger] = [new Customer(url, running.issuer), new Customer(url, running.issuer)]
    const database = platform.database<StorageTables>('storage')
    const bytes = await makeJpeg({ seed: 6 })
    const upload = async (fileName: string): Promise<string> => (await customer.upload(bytes, fileName)).body.uploadId
    const stateOf = async (id: string) => (await customer.call('GET', `/storage/uploads/${id}`)).body.state
    /** Appends the event that the photos service appends when it has handled an original. */
    const handle = async (type: string, generation: number) => {
      const { image_id: imageId } = await database.selectFrom('originals').select('image_id').executeTakeFirstOrThrow()
      const event = { type, owner: customer.id, data: { imageId, year: 0, month: 0, generation } }
      await database.transaction().execute(async (change) => platform.events.append(change, [event]))
    }
    const { promise: mayStore, resolve: storeRenditions } = Promise.withResolvers<void>()
    const put = platform.blobs.put.bind(platform.blobs)
    vi.spyOn(platform.blobs, 'put').mockImplementation(async (key, ...blob) => {
      if (key.endsWith('.jpg')) await mayStore
      return put(key, ...blob)
    })
    try {
      const first = await upload('slow.jpg')
      const whileProcessing = await upload('while processing.jpg')
      storeRenditions()
      await until(async () => {
        const original = await database.selectFrom('originals').select('state').executeTakeFirst()
        return original?.state === 'READY' ? true : null
      }, 'the renditions')
      const [second, third] = [await upload('again.jpg'), await upload('and again.jpg')]
      expect((await customer.call('GET', '/storage/uploads/processing')).body).toMatchObject({
        count: 4,
        uploads: [{ uploadId: first, fileName: 'slow.jpg' }, {}, {}, {}],
      })
      expect((await stranger.call('GET', '/storage/uploads/processing')).body).toEqual({ count: 0, uploads: [] })
      await handle('photo.added', 1)
      expect(await customer.settled(first)).toMatchObject({ state: 'READY', duplicate: false })
      expect(await customer.settled(whileProcessing)).toMatchObject({ state: 'READY', duplicate: true })
      // The photo may have been deleted since its first announcement. Only the next announcement brings it back.
      expect([await stateOf(second), await stateOf(third)]).toEqual(['PROCESSING', 'PROCESSING'])
      // The event of an earlier generation arrives late.
      await handle('photo.added', 1)
      await handle('photo.confirmed', 2)
      await customer.settled(second)
      expect(await stateOf(third)).toBe('PROCESSING')
      await handle('photo.confirmed', 3)
      await customer.settled(third)
      expect((await customer.call('GET', '/storage/uploads/processing')).body).toEqual({ count: 0, uploads: [] })
    } finally {
      await running.close()
    }
  })
})

/** Storage alone: the tests append the events of the photos service. */
async function startStorage() {
  const running = await startPhotoServices(undefined, {}, ['storage'])
  const { platform, url } = running.services
  const customer = new Customer(url, running.issuer)
  const database = platform.database<StorageTables>('storage')
  const bytes = await makeJpeg({ seed: 7 })
  const upload = async () => (await customer.upload(bytes)).body
  const add = async (imageId: string, ...generations: number[]) => {
    const events = generations.map((generation) => ({
      type: 'photo.added',
      owner: customer.id,
      data: { imageId, year: 0, month: 0, generation },
    }))
    await database.transaction().execute(async (change) => platform.events.append(change, events))
  }
  const renditionsOf = async (imageId: string) =>
    until(async () => {
      const original = await readOriginal(database, imageId)
      return original?.state === 'READY' ? true : null
    }, 'the renditions')
  return { running, customer, upload, add, renditionsOf }
}

test('if the library handles two uploads of a new file together, only the second is a duplicate', async () => {
  const { running, customer, upload, add, renditionsOf } = await startStorage()
  try {
    const { uploadId: first, imageId } = await upload()
    await renditionsOf(imageId)
    const { uploadId: second } = await upload()
    await add(imageId, 2)
    expect(await customer.settled(first)).toMatchObject({ state: 'READY', duplicate: false })
    expect(await customer.settled(second)).toMatchObject({ state: 'READY', duplicate: true })
    // The photo is deleted, and the file is uploaded again.
    const { uploadId: third } = await upload()
    await add(imageId, 3)
    expect(await customer.settled(third)).toMatchObject({ state: 'READY', duplicate: false })
  } finally {
    await running.close()
  }
})

test('if a new photo is deleted and uploaded again before storage handles the arrival of the photo, neither upload is a duplicate', async () => {
  const { running, customer, upload, add, renditionsOf } = await startStorage()
  try {
    const { uploadId: first, imageId } = await upload()
    await renditionsOf(imageId)
    const { uploadId: second } = await upload()
    await add(imageId, 1, 2)
    expect(await customer.settled(first)).toMatchObject({ state: 'READY', duplicate: false })
    expect(await customer.settled(second)).toMatchObject({ state: 'READY', duplicate: false })
  } finally {
    await running.close()
  }
})

describe('an upload that an earlier release of photos has handled without confirming it', () => {
  test('is announced again with the next generation, and is ready if its photo was deleted meanwhile', async () => {
    const running = await startPhotoServices(undefined, {}, ['storage'])
    const { platform, url } = running.services
    const customer = new Customer(url, running.issuer)
    const database = platform.database<StorageTables>('storage')
    const append = async (type: string, data: object) => {
      const event = { type, owner: customer.id, data: { ...data, year: 0, month: 0 } }
      await database.transaction().execute(async (change) => platform.events.append(change, [event]))
    }
    const letPass = async (minutes: number) =>
      sql`update storage.uploads set changed_at = changed_at - ${minutes}::integer * interval '1 minute'`.execute(
        database,
      )
    const announced = async () => {
      const { rows } = await sql<{ generation: number }>`
        select (data ->> 'generation')::integer as generation from platform.events
        where type = 'original.ready' order by position`.execute(database)
      return rows.map(({ generation }) => generation)
    }
    try {
      const bytes = await makeJpeg({ seed: 8 })
      const { uploadId, imageId } = (await customer.upload(bytes)).body
      await until(async () => ((await announced()).length === 1 ? true : null), 'the renditions')
      await append('photo.added', { imageId, generation: 1 })
      await customer.settled(uploadId)
      const again = (await customer.upload(bytes)).body
      await letPass(14)
      await followUpUnconfirmed({ platform, database })
      expect(await announced()).toEqual([1, 2])
      await letPass(2)
      await followUpUnconfirmed({ platform, database })
      await followUpUnconfirmed({ platform, database })
      expect(await announced()).toEqual([1, 2, 3])
      await append('photo.confirmed', { imageId, generation: 3 })
      await customer.settled(again.uploadId)

      const last = (await customer.upload(bytes)).body
      await append('photo.removed', { imageId, generation: 4 })
      await until(async () => ((await readOriginal(database, imageId)) ? null : true), 'the original to be deleted')
      await followUpUnconfirmed({ platform, database })
      expect((await customer.outcomeOf(`/storage/files/${last.uploadId}`)).body).toMatchObject({ state: 'PROCESSING' })
      await letPass(16)
      await followUpUnconfirmed({ platform, database })
      expect((await customer.outcomeOf(`/storage/files/${last.uploadId}`)).body).toMatchObject({ state: 'READY' })
      expect(await announced()).toEqual([1, 2, 3, 4])
    } finally {
      await running.close()
    }
  })
})

describe('a photo that is uploaded again', () => {
  test('comes back if it was deleted before the library handled the upload, and stays deleted if it is deleted later', async () => {
    const installation = await createInstallation('a PostgreSQL server')
    const running = await startPhotoServices(installation)
    const customer = new Customer(running.services.url, running.issuer)
    try {
      const bytes = await makeJpeg({ seed: 7 })
      const { imageId, uploadId } = (await customer.upload(bytes)).body
      await customer.settled(uploadId)
      const [photo] = await customer.photosOf(1)
      const release = await hold(installation.databaseUrl, 'photos.arrivals')
      const again = (await customer.upload(bytes)).body
      expect(again).toMatchObject({ imageId, duplicate: true, state: 'PROCESSING' })
      await customer.call('DELETE', `/photos/photos/${imageId}`)
      expect(await customer.photos()).toEqual([])
      await release()
      expect(await customer.settled(again.uploadId)).toMatchObject({ imageId, state: 'READY' })
      expect(await customer.photos()).toMatchObject([{ imageId }])
      expect((await customer.read(photo?.untouchedUrl ?? '')).status).toBe(200)

      await customer.settled((await customer.upload(bytes)).body.uploadId)
      await customer.call('DELETE', `/photos/photos/${imageId}`)
      await until(async () => {
        const { status } = await customer.read(photo?.untouchedUrl ?? '')
        return status === 404 ? true : null
      }, 'the original to be deleted')
      expect((await customer.upload(bytes)).body).toMatchObject({ duplicate: false })
      expect(await customer.photosOf(1)).not.toMatchObject([{ imageId }])
    } finally {
      await running.close()
      await installation.remove()
    }
  })
})

/**
 * Keeps a consumer from handling events, like a process that has stopped in the middle.
 * @returns a function that lets it continue
 */
async function hold(databaseUrl: string | undefined, consumer: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query('select from platform.event_consumers where name = $1 for update', [consumer])
  return async () => client.end()
}

import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { createRenditionQueue } from '../../../services/storage/renditionJobs.ts'
import { Undecoded } from '../../../services/storage/formats/refusal.ts'
import { createIngest } from '../../../services/storage/ingest.ts'
import { createMemoryBudget } from '../../../services/storage/memoryBudget.ts'
import { insertUpload } from '../../../services/storage/uploadStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { createUploadFolder, uploadDirectory } from '../../../services/storage/uploadFolder.ts'
import { queueUnfinished } from '../../../services/storage/upkeep.ts'
import { databaseKinds } from '../../support/database.ts'
import { makeBrokenJpeg, makeJpeg } from '../../support/pictures.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Customer, type Photo, until } from './customer.ts'

describe.each(databaseKinds)('an accepted file that cannot be decoded, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'])
  const newCustomer = () => services.newCustomer()

  test('stays in the library: with its original, its month and the reason, but without renditions', async () => {
    const customer = newCustomer()
    const bytes = await makeBrokenJpeg({ taken: '2024:05:12 10:15:30', offset: '+02:00' })
    const { body } = await customer.upload(bytes, 'broken.jpg')
    const { uploadId, imageId } = body
    expect(await customer.settled(uploadId)).toEqual({
      uploadId,
      state: 'READY',
      imageId,
      duplicate: false,
      pictureProblem: 'UNREADABLE',
    })
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({
      imageId,
      localFileName: 'broken.jpg',
      dateTaken: '2024-05-12T10:15:30',
      thumbnails: [],
      visibleWidth: 900,
      visibleHeight: 700,
      pictureProblem: 'UNREADABLE',
    })
    expect(photo).not.toHaveProperty('thumbhash')
    expect((await customer.call('GET', '/photos/users/timeline')).body).toEqual({ '2024': { '5': 1 } })
    const original = await customer.read(photo?.untouchedUrl ?? '')
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true)
    const files = await customer.call('POST', '/photos/photos/originals', { body: { photos: [{ photoId: imageId }] } })
    expect(files.body.originals).toMatchObject([{ imageId, size: bytes.length }])
  })

  test('is a duplicate when it is uploaded again, can be an album’s cover, and can be deleted', async () => {
    const customer = newCustomer()
    const bytes = await makeBrokenJpeg({ seed: 2 })
    const { imageId } = (await customer.upload(bytes)).body
    const [photo] = await customer.photosOf(1)
    const again = await customer.upload(bytes, 'again.jpg')
    expect(again.body).toMatchObject({ imageId, duplicate: true })
    expect(await customer.settled(again.body.uploadId)).toMatchObject({ state: 'READY', pictureProblem: 'UNREADABLE' })
    const album = await customer.call('POST', '/photos/albums', { body: { name: 'Rescued' } })
    await customer.call('POST', `/photos/albums/${album.body.albumId}/photos`, { body: { photoIds: [imageId] } })
    const { body } = await customer.call('GET', `/photos/albums/${album.body.albumId}`)
    expect(body).toMatchObject({
      photosCount: 1,
      coverPhoto: { imageId, thumbnails: [], pictureProblem: 'UNREADABLE' },
    })
    expect((await customer.call('DELETE', `/photos/photos/${imageId}`)).status).toBe(204)
    await until(async () => {
      const { status } = await customer.read(photo?.untouchedUrl ?? '')
      return status === 404 ? true : null
    }, 'the original to be deleted')
    const later = await customer.upload(bytes)
    expect(later.body).toMatchObject({ duplicate: false })
    expect(await customer.photosOf(1)).toMatchObject([{ imageId: later.body.imageId }])
  })

  test('is left out of a selection for an editor', async () => {
    const customer = newCustomer()
    const good = (await customer.upload(await makeJpeg({ seed: 3 }))).body.imageId
    const bad = (await customer.upload(await makeBrokenJpeg({ seed: 3 }))).body.imageId
    await customer.photosOf(2)
    const select = async (photoIds: string[]) =>
      customer.call('POST', '/photos/temp-selections', { body: { photoIds } })
    const { body } = await select([bad, good])
    expect(body.withoutPicture).toEqual([bad])
    expect((await customer.call('GET', `/photos/temp-selections/${body.tempSelectionId}`)).body.photoIds).toEqual([
      good,
    ])
    expect(await select([bad])).toMatchObject({ status: 422, body: { code: 'PHOTOS_WITHOUT_PICTURE' } })
    expect(await select([randomUUID()])).toMatchObject({ status: 404, body: { code: 'PHOTOS_NOT_FOUND' } })
  })

  test('is shown and announced after a later decoder reads it; a failed attempt changes nothing', async () => {
    const customer = newCustomer()
    const shown = (await customer.upload(await makeJpeg({ seed: 4 }))).body.imageId
    const never = (await customer.upload(await makeBrokenJpeg({ seed: 4 }))).body.imageId
    const before = await customer.photosOf(2)
    await pretendUndecodable(services, [shown, never])
    const { platform } = services
    const database = platform.database<StorageTables>('storage')
    await queueUnfinished({ platform, database })
    const after = await until(async () => {
      const photos = await customer.photos()
      return photos.find(({ imageId }) => imageId === shown)?.pictureProblem ? null : photos
    }, 'the picture')
    expect(withoutUrls(after)).toEqual(withoutUrls(before))
    await until(async () => {
      const tried = await database
        .selectFrom('originals')
        .select('problem_decoder')
        .where('image_id', '=', never)
        .executeTakeFirst()
      return tried?.problem_decoder === 1 ? true : null
    }, 'the other attempt')
    const { rows } = await sql<{ type: string; id: string }>`
      select type, data ->> 'imageId' as id from platform.events
      where owner = ${customer.id} and type in ('original.decoded', 'photo.added')
      order by position desc limit 2`.execute(database)
    expect(rows).toEqual([
      { type: 'photo.added', id: shown },
      { type: 'original.decoded', id: shown },
    ])
  })

  test('stays deleted if it is decoded before its deletion reaches storage', async () => {
    const customer = newCustomer()
    const imageId = (await customer.upload(await makeBrokenJpeg({ seed: 5 }))).body.imageId
    await customer.photosOf(1)
    await customer.call('DELETE', `/photos/photos/${imageId}`)
    const decoded = { type: 'original.decoded', owner: customer.id, data: { imageId, thumbhash: 'a', thumbnails: [] } }
    await services.platform
      .database('storage')
      .transaction()
      .execute(async (change) => services.platform.events.append(change, [decoded]))
    // The library handles this next photo after the event `original.decoded`, so the photo shows that it has done both.
    await customer.upload(await makeJpeg({ seed: 5 }), 'next.jpg')
    expect(await customer.photosOf(1)).toMatchObject([{ localFileName: 'next.jpg' }])
  })

  test('is retried after a lack of time or memory, and in the end kept as FAILED', async () => {
    const customer = newCustomer()
    const { id, imageId, queue } = await ingestPicture(services, customer)
    const look = async () => (await customer.call('GET', `/storage/uploads/${id}`)).body
    const tooLong: unknown = await queue.run({ imageId }, new AbortController().signal).catch((error: unknown) => error)
    expect(tooLong).toBeInstanceOf(Undecoded)
    // Other errors say nothing about the picture, however often they happen.
    await queue.failed?.({ imageId }, { name: 'Error', message: 'too many open files' })
    expect(await look()).toEqual({ uploadId: id, state: 'PROCESSING', imageId, duplicate: false })
    // The form in which the queue stores an error.
    await queue.failed?.({ imageId }, { name: 'Undecoded', message: 'the task timed out' })
    expect(await customer.settled(id)).toMatchObject({ state: 'READY', pictureProblem: 'FAILED' })
    expect(await customer.photosOf(1)).toMatchObject([{ imageId, pictureProblem: 'FAILED' }])
  })
})

/** Makes the photos look as if the decoder of an earlier release had refused them. */
async function pretendUndecodable({ platform }: ServiceGroup, imageIds: readonly string[]): Promise<void> {
  const nothing = { thumbhash: null, thumbnails: JSON.stringify([]), picture_problem: 'UNREADABLE' } as const
  await platform
    .database<StorageTables>('storage')
    .updateTable('originals')
    .set({ ...nothing, problem_decoder: 0 })
    .where('image_id', 'in', [...imageIds])
    .execute()
  await platform
    .database<PhotosTables>('photos')
    .updateTable('photos')
    .set(nothing)
    .where('id', 'in', [...imageIds])
    .execute()
}

function withoutUrls(photos: readonly Photo[]) {
  return photos.map(({ imageId, thumbhash, pictureProblem, thumbnails }) => ({
    imageId,
    thumbhash,
    pictureProblem,
    thumbnails: thumbnails.map(({ id, width, height }) => ({ id, width, height })),
  }))
}

/** An ingested photo and its rendition job, which has not started and will take too long. */
async function ingestPicture(services: ServiceGroup, customer: Customer) {
  const { platform, dataDir } = services
  const database = platform.database<StorageTables>('storage')
  const uploads = createUploadFolder(uploadDirectory(dataDir))
  const [id, bytes] = [randomUUID(), await makeJpeg({ seed: 9 })]
  await insertUpload(database, {
    id,
    ownerId: customer.id,
    fileName: 'a.jpg',
    size: bytes.length,
    imageId: randomUUID(),
  })
  await uploads.replace(id, async (file) => writeFile(file, bytes))
  const withoutJobs = { ...platform, jobs: { ...platform.jobs, enqueueAll: async () => undefined } }
  await createIngest({ platform: withoutJobs, database, uploads })(id)
  const { imageId } = (await customer.call('GET', `/storage/uploads/${id}`)).body
  const tooLong = {
    make: async () => Promise.reject(new Undecoded('the task timed out')),
    close: async () => undefined,
  }
  const memory = createMemoryBudget(640_000_000)
  const heic = { decode: tooLong.make, close: tooLong.close }
  const parts = { platform, database, uploads, heic, renditionThreads: tooLong, memory }
  return { id, imageId, queue: createRenditionQueue(parts) }
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { Customer, type PhotoServices, startPhotoServices } from '../storage/customer.ts'
import { idOf, seedMany, seedPhotos } from './seeding.ts'

let running: PhotoServices

beforeAll(async () => {
  running = await startPhotoServices()
})
afterAll(async () => running.close())

function newCustomer(): Customer {
  return new Customer(running.services.url, running.issuer)
}

test('a photo has the fields of the specification and the fields that we added', async () => {
  const customer = newCustomer()
  const shot = { taken: '2024:05:12 10:15:30', offset: '+02:00', position: { latitude: 46.5, longitude: -7.25 } }
  const { body } = await customer.upload(await makeJpeg(shot), 'beach.jpg')
  const url = expect.stringMatching(/^http:\/\/keepsake\.test:4000\/storage\/blobs\//)
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const size = expect.any(Number)
  expect(await customer.photosOf(1)).toEqual([
    {
      imageId: body.imageId,
      uploadId: body.uploadId,
      localFileName: 'beach.jpg',
      url,
      untouchedUrl: url,
      location: { latitude: 46.5, longitude: -7.25 },
      created: moment,
      thumbnails: ['300', '800', '1300'].map((id) => ({ id, url, width: size, height: size })),
      dateTaken: '2024-05-12T10:15:30',
      uploadEnd: moment,
      visibleWidth: size,
      visibleHeight: size,
      dateTakenOffset: '+02:00',
      thumbhash: expect.any(String),
    },
  ])
})

test.each([
  [
    { make: 'Canon', model: 7, lens: 'EF' },
    { cameraMake: 'Canon', lensModel: 'EF' },
  ],
  [
    { focalLength: 80, aperture: 2.8, exposureSeconds: '1/125' },
    { focalLength: 80, fNumber: 2.8 },
  ],
  [{ sensitivity: 0 }, { sensitivity: 0 }],
  [{ sensitivity: 99.6 }, { sensitivity: 100 }],
  [{ sensitivity: 2 ** 31 - 1 }, { sensitivity: 2 ** 31 - 1 }],
  [{ sensitivity: 2 ** 31 }, {}],
  [{ sensitivity: -1 }, {}],
  [{ sensitivity: '100' }, {}],
])('the stored details %j are answered as %j', async (stored, expected) => {
  const customer = newCustomer()
  const database = running.services.platform.database<PhotosTables>('photos')
  const [id = ''] = await seedMany(database, customer.id, 1)
  await database
    .updateTable('photos')
    .set({ details: JSON.stringify(stored) })
    .where('id', '=', id)
    .execute()
  const { body } = await customer.call('POST', '/photos/photos/lookup', { body: { photoIds: [id] } })
  expect(body.images[0].details).toEqual({ fileSize: 1, contentType: 'image/jpeg', ...expected })
})

test('by default, a library is read in pages of 500, newest capture date first', async () => {
  const customer = newCustomer()
  const start = Date.UTC(2024, 4, 1)
  const seeds = Array.from({ length: 501 }, (_, index) => ({
    number: index + 1,
    takenAt: new Date(start + index * 60_000).toISOString().slice(0, 19).replace('T', ' '),
    createdAt: `2026-01-01T00:00:00.${String(600 - index).padStart(6, '0')}Z`,
  }))
  await seedPhotos(running.services.platform.database<PhotosTables>('photos'), customer.id, seeds)
  const { body } = await customer.call('GET', '/photos/photos')
  expect(body.images).toHaveLength(500)
  expect(body.images[0].imageId).toBe(idOf(501))
  const rest = await customer.call('GET', `/photos/photos?cursor=${encodeURIComponent(body.cursor)}`)
  expect(rest.body).toMatchObject({ cursor: null, images: [{ imageId: idOf(1) }] })
})

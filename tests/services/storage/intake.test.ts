import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { makeJpeg, makePng, truncate } from '../../support/pictures.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Customer, type Photo, until } from './customer.ts'

describe.each(databaseKinds)('a photo is ingested, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'])
  const newCustomer = () => services.newCustomer()

  test('as a JPEG with everything that its camera wrote', async () => {
    const customer = newCustomer()
    const bytes = await makeJpeg({
      width: 1600,
      height: 1200,
      taken: '2024:05:12 10:15:30',
      offset: '+02:00',
      position: { latitude: 46.5, longitude: -7.25 },
    })
    const answer = await customer.upload(bytes, 'IMG_0001.JPG')
    expect(answer).toMatchObject({ status: 200, body: { duplicate: false } })

    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({
      imageId: answer.body.imageId,
      uploadId: answer.body.uploadId,
      localFileName: 'IMG_0001.JPG',
      dateTaken: '2024-05-12T10:15:30',
      dateTakenOffset: '+02:00',
      location: { latitude: 46.5, longitude: -7.25 },
      visibleWidth: 1600,
      visibleHeight: 1200,
    })
    expect(photo?.thumbhash).toMatch(/^[\w+/]{20,}=*$/)
    expect(photo?.thumbnails.map(({ id, width, height }) => [id, width, height])).toEqual([
      ['300', 300, 225],
      ['800', 800, 600],
      ['1300', 1300, 975],
    ])
    const untouched = await customer.read(photo?.untouchedUrl ?? '')
    expect(Buffer.from(await untouched.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a picture without a date is listed with the undated photos', async () => {
    const customer = newCustomer()
    await customer.upload(await makePng())
    const [photo] = await customer.photosOf(1)
    expect(photo).not.toHaveProperty('dateTaken')
    expect(photo?.location).toBeNull()
    expect((await customer.call('GET', '/photos/users/timeline')).body).toEqual({ '0': { '0': 1 } })
    expect((await customer.call('GET', '/photos/photos/timeline/0/0')).body.images).toHaveLength(1)
  })

  test.each([
    ['JPEG', makeJpeg],
    ['PNG', makePng],
  ])('of a truncated %s, the existing part is shown', async (_format, make) => {
    const customer = newCustomer()
    const bytes = truncate(await make({ width: 1800, height: 1200 }), 0.6)
    expect(await customer.upload(bytes)).toMatchObject({ status: 200 })
    const [photo] = await customer.photosOf(1)
    expect(photo).toMatchObject({ visibleWidth: 1800, visibleHeight: 1200 })
    const shown = await customer.read(photo?.thumbnails[0]?.url ?? '')
    const [red, green] = await sharp(await shown.arrayBuffer())
      .raw()
      .toBuffer()
    expect(red).toBeGreaterThan(150)
    expect(green).toBeLessThan(90)
    const untouched = await customer.read(photo?.untouchedUrl ?? '')
    expect(Buffer.from(await untouched.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('the same content uploaded twice is one photo, and the answer says so; another account gets its own photo', async () => {
    const [customer, other] = [newCustomer(), newCustomer()]
    const bytes = await makeJpeg({ seed: 5 })
    const first = await customer.upload(bytes, 'first.jpg')
    const second = await customer.upload(bytes, 'second.jpg')
    expect(second.body).toMatchObject({ imageId: first.body.imageId, duplicate: true })
    expect(second.body.uploadId).not.toBe(first.body.uploadId)
    const third = await other.upload(bytes, 'other.jpg')
    expect(third.body.duplicate).toBe(false)
    expect(third.body.imageId).not.toBe(first.body.imageId)
    expect(await customer.photosOf(1)).toMatchObject([{ localFileName: 'first.jpg' }])
    expect(await other.photosOf(1)).toMatchObject([{ localFileName: 'other.jpg' }])
  })

  test('concurrent uploads of the same content are one photo', async () => {
    const customer = newCustomer()
    const bytes = await makeJpeg({ seed: 6 })
    const answers = await Promise.all(Array.from({ length: 6 }, async () => customer.upload(bytes)))
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.imageId)).size).toBe(1)
    await customer.photosOf(1)
  })

  test('a deleted photo can be uploaded again, whichever event comes first', async () => {
    const customer = newCustomer()
    const bytes = await makeJpeg({ seed: 7 })
    await customer.upload(bytes)
    for (let round = 0; round < 4; round += 1) {
      const [photo] = await customer.photosOf(1)
      expect((await customer.call('DELETE', `/photos/photos/${photo?.imageId}`)).status).toBe(204)
      // No pause: storage may or may not have handled the deletion yet.
      expect(await customer.upload(bytes)).toMatchObject({ status: 200 })
      const [again] = await customer.photosOf(1)
      await expectReadable(customer, again)
    }
  })

  test('a deleted photo’s files are deleted too', async () => {
    const customer = newCustomer()
    await customer.upload(await makeJpeg({ seed: 8 }))
    const [photo] = await customer.photosOf(1)
    await expectReadable(customer, photo)
    await customer.call('DELETE', '/photos/photos', { body: { photoIds: [photo?.imageId] } })
    for (const url of [photo?.untouchedUrl, photo?.thumbnails[0]?.url]) {
      await until(async () => ((await customer.read(url ?? '')).status === 404 ? true : null), 'the file to be deleted')
    }
  })
})

async function expectReadable(customer: Customer, photo: Photo | undefined): Promise<void> {
  for (const url of [photo?.url, photo?.untouchedUrl, ...(photo?.thumbnails.map((thumbnail) => thumbnail.url) ?? [])]) {
    const response = await customer.read(url ?? '')
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  }
}

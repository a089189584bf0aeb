import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { recount } from '../../../services/photos/recount.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Customer, type Photo, until } from '../storage/customer.ts'

async function monthsOf(customer: Customer): Promise<[string, number][]> {
  const { body } = await customer.call('GET', '/photos/users/timeline')
  const years: [string, Record<string, number>][] = Object.entries(body)
  return years.flatMap(([year, months]) =>
    Object.entries(months).map(([month, count]): [string, number] => [`${year}-${month}`, count]),
  )
}

/** True if all files of these photos can be read. */
async function areShown(customer: Customer, photos: readonly Photo[]): Promise<boolean> {
  for (const { url, thumbnails } of photos) {
    for (const address of [url, ...thumbnails.map((thumbnail) => thumbnail.url)]) {
      const response = await customer.read(address)
      // An unread body would keep its connection open, and block the closing of the services.
      await response.arrayBuffer()
      if (response.status !== 200) return false
    }
  }
  return true
}

describe.each(databaseKinds)('synthetic photos, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'], { DEMO: 'true' })
  let secret = ''

  beforeAll(async () => {
    secret = (await readFile(join(services.dataDir, 'keys', 'operator'), 'utf8')).trim()
  })

  async function fill(customer: Customer, what: object, operator = secret) {
    return customer.call('POST', '/photos/dev/synthetic', {
      body: { accountId: customer.id, ...what },
      headers: { 'x-operator-secret': operator },
    })
  }

  /** A customer with a landscape and a portrait photo. */
  async function customerWithPictures(seed: number): Promise<Customer> {
    const customer = services.newCustomer()
    await customer.upload(await makeJpeg({ seed, width: 600, height: 400, taken: '2024:05:12 10:15:30' }))
    await customer.upload(await makeJpeg({ seed: seed + 1, width: 300, height: 500, taken: '2024:05:13 10:15:30' }))
    await customer.photosOf(2)
    return customer
  }

  test('announce one photo of each month, so that open pages read their months again', async () => {
    const customer = await customerWithPictures(11)
    const { platform } = services
    const before = await platform.events.lastPosition(customer.id)
    await fill(customer, { count: 10, month: '2021-03' })
    const { rows } = await sql<{ data: unknown }>`
      select data from platform.events
      where owner = ${customer.id} and type = 'photo.added' and position > ${before} order by data->>'year'`.execute(
      platform.database<unknown>('photos'),
    )
    const months = (await monthsOf(customer)).map(([month]) => month)
    expect(months.toSorted()).toEqual(['2021-3', '2024-5'])
    expect(rows).toMatchObject([{ data: { year: 2021, month: 3 } }, { data: { year: 2024, month: 5 } }])
  })

  test('are created only by the operator, and only from existing photos', async () => {
    const customer = services.newCustomer()
    expect((await fill(customer, { count: 10 }, 'wrong')).status).toBe(403)
    expect((await fill(customer, { count: 10 })).status).toBe(409)
    const withPictures = await customerWithPictures(3)
    for (const wrong of [{ count: -1 }, { count: 10, month: '2024-13' }, { count: 10, month: 'May' }])
      expect((await fill(withPictures, wrong)).status).toBe(400)
    expect((await fill(withPictures, { count: 10 })).body).toEqual({ accountId: withPictures.id, created: 10 })
    await until(async () => ((await areShown(withPictures, await withPictures.photos())) ? true : null), 'the pictures')
  })

  test('fill each of the last 200 months, and use each source photo about equally often', async () => {
    const customer = await customerWithPictures(5)
    await fill(customer, { count: 6_000 })
    expect((await customer.call('GET', '/photos/users')).body.photosCount).toBe(6_002)
    expect(await recount(services.platform.database<PhotosTables>('photos'))).toBe(0)
    const months = await monthsOf(customer)
    expect(months).toHaveLength(200)
    expect(Math.max(...months.map(([, count]) => count))).toBeGreaterThan(100)
    const sizes = (await customer.photos('?limit=500')).map((photo) => `${photo.visibleWidth}x${photo.visibleHeight}`)
    for (const size of ['600x400', '300x500']) {
      const share = sizes.filter((other) => other === size).length / sizes.length
      expect([size, share > 0.3 && share < 0.7]).toEqual([size, true])
    }
  })

  test('go into the given month', async () => {
    const customer = await customerWithPictures(7)
    await fill(customer, { count: 700, month: '2019-02' })
    expect(Object.fromEntries(await monthsOf(customer))).toEqual({ '2019-2': 700, '2024-5': 2 })
    const [first] = (await customer.call('GET', '/photos/photos/timeline/2019/2?sortOrder=asc')).body.images
    expect(first.dateTaken).toMatch(/^2019-02-01T/)
  })

  test('keep their files when their sources and other synthetic photos are deleted', async () => {
    const customer = await customerWithPictures(9)
    const sources = await customer.photos()
    await fill(customer, { count: 20 })
    const synthetic = (await customer.photos()).filter(({ imageId }) =>
      sources.every((source) => source.imageId !== imageId),
    )
    const [gone, ...kept] = synthetic
    for (const photoId of [gone?.imageId, ...sources.map(({ imageId }) => imageId)])
      expect((await customer.call('DELETE', `/photos/photos/${photoId}`)).status).toBe(204)
    // Storage deletes in order: once the files of a later deletion no longer exist, earlier deletions are done.
    const { imageId } = (await customer.upload(await makeJpeg({ seed: 11 }))).body
    const later = await until(
      async () => (await customer.photos()).find((photo) => photo.imageId === imageId) ?? null,
      'the later photo',
    )
    await customer.call('DELETE', `/photos/photos/${later.imageId}`)
    await until(async () => ((await areShown(customer, [later])) ? null : true), 'the later photo to be deleted')
    expect(await areShown(customer, kept)).toBe(true)
  })
})

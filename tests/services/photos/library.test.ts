import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { recount } from '../../../services/photos/recount.ts'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import { seededRandom } from '../../support/random.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Customer } from '../storage/customer.ts'
import { idOf, seedPhotos } from './seeding.ts'

describe.each(databaseKinds)('a library, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'])

  const newCustomer = () => services.newCustomer()

  function database() {
    return services.platform.database<PhotosTables>('photos')
  }

  async function seed(customer: Customer, first: number, dates: readonly (string | null)[]): Promise<void> {
    const seeds = dates.map((takenAt, index) => ({ number: first + index, takenAt, createdAt: '2026-01-01T00:00:00Z' }))
    await seedPhotos(database(), customer.id, seeds)
  }

  test('is counted by month', async () => {
    const customer = newCustomer()
    await seed(customer, 1, ['2024-05-01 10:00:00', '2024-05-31 23:59:59', '2023-12-31 23:59:59', null, null])
    expect((await customer.call('GET', '/photos/users')).body).toEqual({ albumsCount: 0, photosCount: 5 })
    const timeline = { '2024': { '5': 2 }, '2023': { '12': 1 }, '0': { '0': 2 } }
    expect((await customer.call('GET', '/photos/users/timeline')).body).toEqual(timeline)
    expect((await newCustomer().call('GET', '/photos/users/timeline')).body).toEqual({})
  })

  test('keeps its counts correct through random changes, and corrects wrong counts', async () => {
    const customer = newCustomer()
    const random = seededRandom(1)
    let number = 100
    for (let round = 0; round < 12; round += 1) {
      const dates = Array.from({ length: 1 + Math.floor(random() * 9) }, () =>
        random() < 0.2 ? null : `20${10 + Math.floor(random() * 3)}-0${1 + Math.floor(random() * 3)}-07 12:00:00`,
      )
      await seed(customer, number, dates)
      const photoIds = dates.map((_, index) => idOf(number + index)).filter(() => random() < 0.4)
      number += dates.length
      if (photoIds.length > 0) await customer.call('DELETE', '/photos/photos', { body: { photoIds } })
      if (round % 3 === 0) {
        await database()
          .updateTable('photos')
          .set({ taken_at: '2001-01-01 00:00:00' })
          .where('id', '=', idOf(number - 1))
          .execute()
      }
    }
    const photos = await customer.photos()
    expect((await customer.call('GET', '/photos/users')).body.photosCount).toBe(photos.length)
    expect(await recount(database())).toBe(0)

    await database().updateTable('month_counts').set({ count: 77 }).where('owner_id', '=', customer.id).execute()
    expect(await recount(database())).toBeGreaterThan(0)
    expect((await customer.call('GET', '/photos/users')).body.photosCount).toBe(photos.length)
  })

  test('is counted again page by page, without waiting for changes that have not committed', async () => {
    const customer = newCustomer()
    await seed(customer, 400, ['2024-01-01 00:00:00', '2024-01-02 00:00:00'])
    expect(await recount(database())).toBe(0)
    const owners = Array.from({ length: 45 }, () => randomUUID())
    const counts = owners.map((ownerId) => ({ owner_id: ownerId, month: 202401, count: 5 }))
    await database().insertInto('month_counts').values(counts).execute()
    await database()
      .transaction()
      .execute(async (change) => {
        await change.deleteFrom('photos').where('id', '=', idOf(400)).execute()
        if (kind === 'a PostgreSQL server') expect(await recount(database())).toBe(45)
      })
    if (kind === 'the embedded database') expect(await recount(database())).toBe(45)
    expect(await database().selectFrom('month_counts').where('owner_id', 'in', owners).execute()).toEqual([])
    expect((await customer.call('GET', '/photos/users')).body.photosCount).toBe(1)
    expect(await recount(database())).toBe(0)
  })

  test('lets only its owner delete photos; missing photos and photos of others get the same answer', async () => {
    const [owner, stranger] = [newCustomer(), newCustomer()]
    await seed(owner, 500, ['2024-01-01 00:00:00', '2024-01-02 00:00:00'])
    await seed(stranger, 600, ['2024-01-01 00:00:00'])
    const missing = randomUUID()
    const photoIds = [idOf(500), idOf(600), missing, 'nonsense']
    const answer = await owner.call('DELETE', '/photos/photos', { body: { photoIds } })
    expect(answer).toMatchObject({ status: 200, body: { failed: [idOf(600), missing, 'nonsense'] } })
    expect((await owner.photos()).map(({ imageId }) => imageId)).toEqual([idOf(501)])
    expect(await stranger.photos()).toHaveLength(1)

    for (const id of [idOf(600), missing, 'nonsense', idOf(500)]) {
      expect((await owner.call('DELETE', `/photos/photos/${id}`)).status).toBe(404)
    }
    expect((await owner.call('DELETE', `/photos/photos/${idOf(501)}`)).status).toBe(204)
    expect(await owner.photos()).toEqual([])
  })

  test('is looked up by ids; only the owner’s photos are found', async () => {
    const [owner, stranger] = [newCustomer(), newCustomer()]
    await seed(owner, 700, ['2024-01-01 00:00:00', null])
    const photoIds = [idOf(700), idOf(701), randomUUID(), 'nonsense']
    const { body } = await owner.call('POST', '/photos/photos/lookup', { body: { photoIds } })
    expect(body.images.map((photo: { imageId: string }) => photo.imageId).toSorted()).toEqual([idOf(700), idOf(701)])
    expect((await stranger.call('POST', '/photos/photos/lookup', { body: { photoIds } })).body.images).toEqual([])
  })

  test.each([
    [{}],
    [{ photoIds: [] }],
    [{ photoIds: 'all' }],
    [{ photoIds: Array.from({ length: 501 }, () => randomUUID()) }],
  ])('refuses an invalid list of photos', async (body) => {
    const customer = newCustomer()
    expect((await customer.call('DELETE', '/photos/photos', { body })).status).toBe(400)
    expect((await customer.call('POST', '/photos/photos/lookup', { body })).status).toBe(400)
  })

  test('requires a valid token', async () => {
    const customer = newCustomer()
    const calls = [
      ['GET', '/photos/photos'],
      ['GET', '/photos/photos/timeline/2024/5'],
      ['GET', '/photos/users'],
      ['GET', '/photos/users/timeline'],
      ['DELETE', `/photos/photos/${idOf(1)}`],
      ['DELETE', '/photos/photos'],
      ['POST', '/photos/photos/lookup'],
    ] as const
    const tokens = [
      '',
      `Bearer ${await customer.token({ claims: { exp: 1 } })}`,
      `Bearer ${await customer.token({ header: { typ: 'JWT' } })}`,
    ]
    for (const authorization of tokens) {
      for (const [method, path] of calls) {
        const answer = await customer.call(method, path, { headers: { authorization } })
        expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, 'UNAUTHENTICATED'])
      }
    }
  })
})

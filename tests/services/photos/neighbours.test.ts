import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { createInstallation, databaseKinds, type Installation } from '../../support/database.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import { anna, bram, createTokenIssuer, type TokenIssuer } from '../../support/tokens.ts'
import { seededRandom } from '../../support/random.ts'

interface Shot {
  readonly number: number
  readonly takenAt: string | null
  readonly createdAt: string
}

/**
 * Photos with equal times, with times that differ by a microsecond, and undated photos that were added between the
 * others.
 */
const shots: readonly Shot[] = [
  { number: 1, takenAt: '2024-05-01 10:00:00', createdAt: '2026-01-05T00:00:00Z' },
  { number: 2, takenAt: '2024-05-01 10:00:00', createdAt: '2026-01-04T00:00:00Z' },
  { number: 3, takenAt: '2024-05-01 10:00:00.000001', createdAt: '2026-01-03T00:00:00Z' },
  { number: 4, takenAt: '2023-12-31 23:59:59', createdAt: '2026-01-02T00:00:00.000001Z' },
  { number: 5, takenAt: null, createdAt: '2026-01-02T00:00:00Z' },
  { number: 6, takenAt: null, createdAt: '2026-01-06T00:00:00Z' },
  { number: 7, takenAt: null, createdAt: '2026-01-06T00:00:00Z' },
]
const orders = ['dateTaken', 'created'].flatMap((sortKey) =>
  ['asc', 'desc'].map((sortOrder) => ({ sortKey, sortOrder })),
)

function idOf(number: number): string {
  return `018f3c1a-1111-7000-8000-${String(number).padStart(12, '0')}`
}

function rowOf(ownerId: string, { number, takenAt, createdAt }: Shot) {
  return {
    id: idOf(number),
    owner_id: ownerId,
    upload_id: idOf(number + 500),
    generation: 1,
    file_name: `${number}.jpg`,
    content_type: 'image/jpeg',
    size: 1,
    crc32: 0,
    original_key: `${ownerId}/originals/${number}`,
    thumbnails: JSON.stringify([]),
    width: 4,
    height: 3,
    taken_at: takenAt,
    taken_offset: null,
    latitude: null,
    longitude: null,
    details: JSON.stringify({}),
    thumbhash: null,
    uploaded_at: new Date(createdAt),
    // As text, because a Date loses the microseconds that the order depends on.
    created_at: createdAt as unknown as Date,
  }
}

/** A random photo. A list of these photos has few months and some equal times; one photo in six has no date. */
function randomShot(number: number, random: () => number): Shot {
  const below = (count: number) => Math.floor(random() * count)
  const taken = `20${20 + below(3)}-0${1 + below(4)}-0${1 + below(3)} 1${below(2)}:00:00${random() < 0.3 ? '.000001' : ''}`
  const createdAt = `2026-01-0${1 + below(4)}T00:00:00.00000${below(3)}Z`
  return { number, takenAt: random() < 1 / 6 ? null : taken, createdAt }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Sorts photos without the service. By capture time, undated photos come last in either order, sorted by upload. */
function sortedByHand(of: readonly Shot[], sortKey: string, sortOrder: string): Shot[] {
  const sign = sortOrder === 'asc' ? 1 : -1
  const isByTaken = sortKey === 'dateTaken'
  const keyOf = ({ takenAt, createdAt }: Shot) => (isByTaken ? (takenAt ?? createdAt) : createdAt)
  const isLast = ({ takenAt }: Shot) => Number(isByTaken && takenAt === null)
  return of.toSorted(
    (one, other) =>
      isLast(one) - isLast(other) ||
      sign * compare(keyOf(one), keyOf(other)) ||
      sign * compare(idOf(one.number), idOf(other.number)),
  )
}

function idsOf(body: Record<string, unknown>): (string | null)[] {
  return [body['previous'], body['next']].map((photo) =>
    typeof photo === 'object' && photo !== null && 'imageId' in photo ? String(photo.imageId) : null,
  )
}

describe.each(databaseKinds)('the neighbours of a photo, on %s', (kind) => {
  const identity = fastify()
  let installation: Installation
  let services: RunningServices
  let issuer: TokenIssuer

  beforeAll(async () => {
    identity.get('/jwks', async () => issuer.jwks)
    const identityUrl = await identity.listen({ port: 0, host: '127.0.0.1' })
    issuer = await createTokenIssuer('http://keepsake.test/identity')
    installation = await createInstallation(kind)
    services = await startServices({
      installation,
      services: ['photos'],
      environment: { PUBLIC_URL: 'http://keepsake.test', IDENTITY_URL: identityUrl },
    })
    const database = services.platform.database<PhotosTables>('photos')
    await database
      .insertInto('photos')
      .values(shots.map((shot) => rowOf(anna, shot)))
      .execute()
    const foreign = { number: 99, takenAt: '2024-05-01 10:00:00', createdAt: '2026-01-03T12:00:00Z' }
    await database.insertInto('photos').values(rowOf(bram, foreign)).execute()
  })
  afterAll(async () => {
    await services.close()
    await identity.close()
    await installation.remove()
  })

  async function get(path: string, token?: string) {
    const authorization = `Bearer ${token ?? (await issuer.issue(anna))}`
    const response = await fetch(`${services.url}/photos${path}`, { headers: { authorization } })
    const body: Record<string, unknown> = await response.json()
    return { status: response.status, body }
  }

  async function expectNeighbours(list: readonly string[], query: string, token: string): Promise<void> {
    for (const [index, id] of list.entries()) {
      const answer = await get(`/photos/${id}/neighbours?${query}`, token)
      expect([id, ...idsOf(answer.body)]).toEqual([id, list[index - 1] ?? null, list[index + 1] ?? null])
    }
  }

  test.each(orders)('are those of the list of all photos, by $sortKey, $sortOrder', async (order) => {
    const query = `sortKey=${order.sortKey}&sortOrder=${order.sortOrder}`
    const { body } = await get(`/photos?${query}`)
    // Other tests check the shape of the list.
    const list = (body['images'] as { imageId: string }[]).map(({ imageId }) => imageId)
    expect(list).toHaveLength(shots.length)
    await expectNeighbours(list, query, await issuer.issue(anna))
  })

  test.each(orders.slice(0, 2))('are those of the consecutive months, by $sortKey, $sortOrder', async (order) => {
    const query = `sortKey=${order.sortKey}&sortOrder=${order.sortOrder}`
    const months = order.sortOrder === 'asc' ? ['2023/12', '2024/5', '0/0'] : ['2024/5', '2023/12', '0/0']
    const list: string[] = []
    for (const month of months) {
      const { body } = await get(`/photos/timeline/${month}?${query}`)
      list.push(...(body['images'] as { imageId: string }[]).map(({ imageId }) => imageId))
    }
    await expectNeighbours(list, query, await issuer.issue(anna))
  })

  test.each(orders)('are those of an independently sorted library, by $sortKey, $sortOrder', async (order) => {
    const random = seededRandom(7)
    const owner = randomUUID()
    const base = 1_000 * (1 + orders.indexOf(order))
    const many = Array.from({ length: 120 }, (_, index) => randomShot(base + index, random))
    const database = services.platform.database<PhotosTables>('photos')
    await database
      .insertInto('photos')
      .values(many.map((shot) => rowOf(owner, shot)))
      .execute()
    const list = sortedByHand(many, order.sortKey, order.sortOrder).map(({ number }) => idOf(number))
    await expectNeighbours(list, `sortKey=${order.sortKey}&sortOrder=${order.sortOrder}`, await issuer.issue(owner))
  })

  test('follow the default order of the timeline: new to old, photos without a date last', async () => {
    const { status, body } = await get(`/photos/${idOf(4)}/neighbours`)
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([idOf(1), idOf(7)])
  })

  test('have the same form as in the list', async () => {
    const { body } = await get(`/photos/${idOf(1)}/neighbours`)
    expect(body['next']).toMatchObject({ localFileName: '4.jpg', dateTaken: '2023-12-31T23:59:59', visibleWidth: 4 })
  })

  test.each([
    ['of another account', idOf(99)],
    ['that does not exist', idOf(404)],
    ['with an invalid id', 'timeline'],
  ])('are not found for a photo %s', async (_what, id) => {
    const { status, body } = await get(`/photos/${id}/neighbours`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each([
    ['expired', { claims: { exp: 1 } }],
    ['for another audience', { claims: { aud: 'urn:another' } }],
    ['of another kind', { header: { typ: 'JWT' } }],
  ])('are refused for a token that is %s', async (_what, content) => {
    const { status } = await get(`/photos/${idOf(1)}/neighbours`, await issuer.issue(anna, content))
    expect(status).toBe(401)
  })

  test('are refused for an altered token and without one', async () => {
    const token = await issuer.issue(anna)
    const [header = '', , signature = ''] = token.split('.')
    const claims = Buffer.from(JSON.stringify({ sub: bram })).toString('base64url')
    expect((await get(`/photos/${idOf(1)}/neighbours`, `${header}.${claims}.${signature}`)).status).toBe(401)
    expect((await fetch(`${services.url}/photos/photos/${idOf(1)}/neighbours`)).status).toBe(401)
  })

  test.each(['sortKey=size', 'sortOrder=up'])('are refused for an unknown sort: %s', async (query) => {
    expect((await get(`/photos/${idOf(1)}/neighbours?${query}`)).status).toBe(400)
  })
})

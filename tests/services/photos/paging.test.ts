import { beforeAll, describe, expect, test } from 'vitest'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { databaseKinds } from '../../support/database.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import type { Customer } from '../storage/customer.ts'
import { idOf, seedPhotos, type Seed } from './seeding.ts'

const lists = ['dateTaken', 'created'].flatMap((sortKey) =>
  ['asc', 'desc'].map((sortOrder) => ({ sortKey, sortOrder })),
)

/** Forty photos in two months, with ties in both keys, differences of a microsecond, and one in four without a date. */
const seeds: readonly Seed[] = Array.from({ length: 40 }, (_, number) => {
  const day = String(1 + (number % 5)).padStart(2, '0')
  const month = number % 3 === 0 ? '06' : '05'
  return {
    number: number + 1,
    takenAt: number % 4 === 3 ? null : `2024-${month}-${day} 10:00:00${number % 2 === 0 ? '' : '.000001'}`,
    createdAt: `2026-01-0${1 + (number % 3)}T00:00:00.00000${number % 2}Z`,
  }
})

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function expectedOrder(of: readonly Seed[], sortKey: string, sortOrder: string): string[] {
  const sign = sortOrder === 'asc' ? 1 : -1
  const phase = (seed: Seed): number => (sortKey === 'dateTaken' && seed.takenAt === null ? 1 : 0)
  const keyOf = (seed: Seed): string => (sortKey === 'dateTaken' ? (seed.takenAt ?? seed.createdAt) : seed.createdAt)
  return of
    .toSorted(
      (left, right) =>
        phase(left) - phase(right) ||
        sign * compare(keyOf(left), keyOf(right)) ||
        sign * compare(idOf(left.number), idOf(right.number)),
    )
    .map(({ number }) => idOf(number))
}

async function readAll(of: Customer, path: string, between: () => Promise<void> = async () => {}): Promise<string[]> {
  const ids: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 100; pages += 1) {
    const answer = await of.call('GET', `${path}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
    expect(answer.status).toBe(200)
    const page: string[] = answer.body.images.map((photo: { imageId: string }) => photo.imageId)
    // Only a list without photos has an empty page.
    if (pages > 0) expect(page).not.toEqual([])
    ids.push(...page)
    if (answer.body.cursor === null) return ids
    cursor = answer.body.cursor
    await between()
  }
  throw new Error('The list does not end.')
}

describe.each(databaseKinds)('pages of photos, on %s', (kind) => {
  const services = new ServiceGroup(kind, ['storage', 'photos'])
  let customer: Customer

  beforeAll(async () => {
    customer = services.newCustomer()
    await seedPhotos(database(), customer.id, seeds)
  })

  function database() {
    return services.platform.database<PhotosTables>('photos')
  }

  test.each(lists)('contain the whole library in order, by $sortKey $sortOrder', async ({ sortKey, sortOrder }) => {
    const expected = expectedOrder(seeds, sortKey, sortOrder)
    for (const limit of [1, 3, 7, 39, 40, 500]) {
      const path = `/photos/photos?limit=${limit}&sortKey=${sortKey}&sortOrder=${sortOrder}`
      expect(await readAll(customer, path)).toEqual(expected)
    }
  })

  test.each(lists)('contain a month in order, by $sortKey $sortOrder', async ({ sortKey, sortOrder }) => {
    for (const [year, month, prefix] of [
      [2024, 5, '2024-05'],
      [2024, 6, '2024-06'],
      [0, 0, null],
      [2023, 5, '2023-05'],
    ] as const) {
      const inMonth = seeds.filter(({ takenAt }) => (takenAt?.slice(0, 7) ?? null) === prefix)
      const path = `/photos/photos/timeline/${year}/${month}?limit=4&sortKey=${sortKey}&sortOrder=${sortOrder}`
      expect(await readAll(customer, path)).toEqual(expectedOrder(inMonth, sortKey, sortOrder))
    }
  })

  test('a month is read in pages of 24 by default, newest first, up to its last microsecond', async () => {
    const other = services.newCustomer()
    const edges = [
      '2024-11-30 23:59:59.999999',
      '2024-12-01 00:00:00',
      '2024-12-31 23:59:59.999999',
      '2025-01-01 00:00:00',
    ]
    const many = Array.from({ length: 30 }, (_, index) => `2024-12-15 10:00:${String(index).padStart(2, '0')}`)
    const shots = [...edges, ...many].map((takenAt, index) => ({
      number: 100 + index,
      takenAt,
      createdAt: '2026-01-01Z',
    }))
    await seedPhotos(database(), other.id, shots)
    const { body } = await other.call('GET', '/photos/photos/timeline/2024/12')
    expect(body.images).toHaveLength(24)
    expect(body.images[0].dateTaken).toBe('2024-12-31T23:59:59.999999')
    expect(await readAll(other, '/photos/photos/timeline/2024/12?limit=24')).toHaveLength(32)
  })

  test.each(lists)(
    'neither repeat nor skip photos while other photos are added, by $sortKey $sortOrder',
    async ({ sortKey, sortOrder }) => {
      const other = services.newCustomer()
      const base = 1_000 + lists.findIndex((list) => list.sortKey === sortKey && list.sortOrder === sortOrder) * 1_000
      const shots = seeds.map((seed) => ({ ...seed, number: base + seed.number }))
      await seedPhotos(database(), other.id, shots)
      let arrivals = 0
      const ids = await readAll(other, `/photos/photos?limit=3&sortKey=${sortKey}&sortOrder=${sortOrder}`, async () => {
        arrivals += 1
        const number = base + 500 + arrivals
        const takenAt = arrivals % 2 === 0 ? null : `2024-0${1 + (arrivals % 8)}-01 00:00:00`
        await seedPhotos(database(), other.id, [
          { number, takenAt, createdAt: `2026-01-0${1 + (arrivals % 4)}T00:00:00Z` },
        ])
      })
      expect(new Set(ids).size).toBe(ids.length)
      const old = new Set(shots.map(({ number }) => idOf(number)))
      expect(ids.filter((id) => old.has(id))).toEqual(expectedOrder(shots, sortKey, sortOrder))
    },
  )

  test('are refused for an altered cursor, or for a cursor of another list or account', async () => {
    const path = '/photos/photos?limit=3&sortKey=dateTaken&sortOrder=desc'
    const cursor: string = (await customer.call('GET', path)).body.cursor
    const flipped = `${cursor.slice(0, 20)}${cursor[20] === 'A' ? 'B' : 'A'}${cursor.slice(21)}`
    const forged = Buffer.from(JSON.stringify({ v: 1, phase: 'dated', key: '2024', id: idOf(1) })).toString('base64url')
    const bad = [
      flipped,
      cursor.slice(0, -1),
      `${cursor}A`,
      'x',
      '.',
      `${forged}.abc`,
      cursor.split('.')[0],
      '%00',
      "' or 1=1",
    ]
    for (const wrong of bad) {
      const answer = await customer.call('GET', `${path}&cursor=${encodeURIComponent(wrong ?? '')}`)
      expect([wrong, answer.status, answer.body.code]).toEqual([wrong, 400, 'INVALID_CURSOR'])
    }
    for (const other of [
      '/photos/photos?sortKey=created&sortOrder=desc',
      '/photos/photos?sortKey=dateTaken&sortOrder=asc',
      '/photos/photos/timeline/2024/5?sortKey=dateTaken&sortOrder=desc',
    ]) {
      expect(await customer.call('GET', `${other}&cursor=${cursor}`)).toMatchObject({ status: 400 })
    }
    const stranger = services.newCustomer()
    expect(await stranger.call('GET', `${path}&cursor=${cursor}`)).toMatchObject({ status: 400 })
    expect((await customer.call('GET', `${path}&cursor=${cursor}`)).status).toBe(200)
  })

  test.each([
    '/photos/photos?limit=0',
    '/photos/photos?limit=501',
    '/photos/photos?limit=-1',
    '/photos/photos?limit=100000',
    '/photos/photos?limit=ten',
    '/photos/photos?limit=1.5',
    '/photos/photos?sortKey=size',
    '/photos/photos?sortOrder=up',
    '/photos/photos/timeline/2024/13',
    '/photos/photos/timeline/2024/0',
    '/photos/photos/timeline/0/5',
    '/photos/photos/timeline/x/5',
    '/photos/photos/timeline/-2024/5',
  ])('are refused for invalid parameters: %s', async (path) => {
    expect(await customer.call('GET', path)).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } })
  })
})

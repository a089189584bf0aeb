import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeCursor } from '../../../../services/photos/cursor.ts'
import { databaseKinds } from '../../../support/database.ts'
import { seededRandom } from '../../../support/random.ts'
import { idOf, seedPhotos } from '../seeding.ts'
import { type Sharer, useGallery } from './sharer.ts'

/**
 * A photo of an album. Some photos share their time, some capture times differ by a microsecond, and some photos have
 * no capture time.
 */
interface Entry {
  readonly id: string
  readonly takenAt: string | null
  readonly addedAt: string
}

const orders = ['created', 'dateTaken'].flatMap((sortKey) =>
  ['asc', 'desc'].map((sortOrder) => ({ sortKey, sortOrder })),
)
const random = seededRandom(7)
const entries: readonly Entry[] = Array.from({ length: 40 }, (_, number) => ({
  id: idOf(20_000 + number),
  takenAt:
    random() < 0.25 ? null : `2024-0${1 + Math.floor(random() * 3)}-01 10:00:00.00000${Math.floor(random() * 2)}`,
  addedAt: `2026-01-01T00:00:0${Math.floor(random() * 3)}.00000${Math.floor(random() * 2)}Z`,
}))

/** The ids of a list of albums, page by page. */
const listed = async (sharer: Sharer, path: string): Promise<string[]> => {
  const found: string[] = []
  let cursor = ''
  do {
    const { body } = await sharer.call('GET', `/photos/${path}${cursor}`)
    found.push(...body.albums.map((album: { albumId: string }) => album.albumId))
    cursor = body.cursor === null ? '' : `&cursor=${encodeURIComponent(body.cursor)}`
  } while (cursor !== '')
  return found
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** The expected order: undated photos last in either order, then by the key, then by the id. */
function sortedByHand(sortKey: string, sortOrder: string): string[] {
  const sign = sortOrder === 'asc' ? 1 : -1
  const keyOf = ({ takenAt, addedAt }: Entry) => (sortKey === 'dateTaken' ? (takenAt ?? addedAt) : addedAt)
  const isLast = ({ takenAt }: Entry) => Number(sortKey === 'dateTaken' && takenAt === null)
  return entries
    .toSorted(
      (one, other) =>
        isLast(one) - isLast(other) || sign * compare(keyOf(one), keyOf(other)) || sign * compare(one.id, other.id),
    )
    .map(({ id }) => id)
}

describe.each(databaseKinds)('lists of albums and of their photos, on %s', (kind) => {
  const gallery = useGallery(kind)
  let owner: Sharer
  let guest: Sharer
  let albumId = ''

  beforeAll(async () => {
    owner = gallery.newSharer()
    guest = gallery.newSharer()
    albumId = await owner.album()
    const seeds = entries.map(({ takenAt }, index) => ({ number: 20_000 + index, takenAt, createdAt: '2026-02-01Z' }))
    await seedPhotos(gallery.database, owner.id, seeds)
    const rows = entries.map(({ id, takenAt, addedAt }) => ({
      album_id: albumId,
      photo_id: id,
      owner_id: owner.id,
      // The column also accepts text. Its declared type is the type of the values that are read.
      added_at: addedAt as unknown as Date,
      taken_at: takenAt,
    }))
    await gallery.database.insertInto('album_photos').values(rows).execute()
    await gallery.share(albumId, [{ sharer: guest }])
  })

  test.each(orders)(
    'photos by $sortKey $sortOrder are in order, for the owner in pages of any size, and for a participant',
    async (order) => {
      const query = new URLSearchParams(order).toString()
      const expected = sortedByHand(order.sortKey, order.sortOrder)
      for (const limit of [1, 3, 7, 40, 500]) {
        const ids = await owner.photosIn(`albums/${albumId}`, `limit=${limit}&${query}`)
        expect([limit, ids]).toEqual([limit, expected])
      }
      expect(await guest.photosIn(`shared-albums/${albumId}`, `limit=9&${query}`)).toEqual(expected)
    },
  )

  test.each(orders)('neighbours by $sortKey $sortOrder are the neighbours in the list', async (order) => {
    const expected = sortedByHand(order.sortKey, order.sortOrder)
    const query = new URLSearchParams(order).toString()
    for (const [index, id] of expected.entries()) {
      const path = `/photos/shared-albums/${albumId}/photos/${id}/neighbours?${query}`
      const { body } = await guest.call('GET', path)
      const found = [body.previous?.imageId ?? null, body.next?.imageId ?? null]
      expect([id, found]).toEqual([id, [expected[index - 1] ?? null, expected[index + 1] ?? null]])
    }
  })

  test('by default, the photo that was added last comes first, and a page has 500 photos', async () => {
    const { body } = await owner.call('GET', `/photos/albums/${albumId}/photos`)
    const ids = body.images.map(({ imageId }: { imageId: string }) => imageId)
    expect([ids, body.cursor]).toEqual([sortedByHand('created', 'desc'), null])
    // `created` is the time when a photo came into the library, even in an album.
    expect(new Set(body.images.map(({ created }: { created: string }) => created))).toEqual(
      new Set(['2026-02-01T00:00:00.000Z']),
    )
  })

  test('there are no neighbours for a photo that is not in the album', async () => {
    const [outside] = await gallery.photosOf(owner, 1)
    for (const id of [outside, randomUUID(), 'nonsense']) {
      expect((await owner.call('GET', `/photos/albums/${albumId}/photos/${id}/neighbours`)).status).toBe(404)
    }
  })

  test('an altered cursor, or a cursor of another list or account, is refused', async () => {
    const other = await owner.album()
    await owner.add(
      other,
      entries.slice(0, 5).map(({ id }) => id),
    )
    const paths = [
      `albums/${albumId}/photos?limit=2&sortKey=created&sortOrder=desc`,
      `albums/${albumId}/photos?limit=2&sortKey=created&sortOrder=asc`,
      `albums/${albumId}/photos?limit=2&sortKey=dateTaken&sortOrder=desc`,
      `albums/${other}/photos?limit=2&sortKey=created&sortOrder=desc`,
      `shared-albums/${albumId}/photos?limit=2&sortKey=created&sortOrder=desc`,
      'albums?limit=1',
      'photos?limit=2&sortKey=created&sortOrder=desc',
    ]
    for (const path of paths) {
      const cursor: string = (await owner.call('GET', `/photos/${path}`)).body.cursor
      for (const given of paths) {
        const { status, body } = await owner.call('GET', `/photos/${given}&cursor=${cursor}`)
        const wanted = given === path ? [200, undefined] : [400, 'INVALID_CURSOR']
        expect([path, given, status, body.code]).toEqual([path, given, ...wanted])
      }
      expect((await owner.call('GET', `/photos/${path}&cursor=${cursor}x`)).body.code).toBe('INVALID_CURSOR')
    }
    const own: string = (await owner.call('GET', `/photos/${paths[4]}`)).body.cursor
    expect((await guest.call('GET', `/photos/${paths[4]}&cursor=${own}`)).body.code).toBe('INVALID_CURSOR')
  })

  test('a made-up cursor is refused, and causes no failure of the service', async () => {
    const list = ['album', albumId, owner.id, 'created', 'desc']
    for (const time of [
      '2024-13-01 10:00:00',
      '2024-02-30 10:00:00',
      '2024-01-01 10:00:00+99',
      '0000-01-01 10:00:00',
    ]) {
      const cursor = encodeCursor(list, { phase: 'created', key: time, id: randomUUID() })
      const { status, body } = await owner.call('GET', `/photos/albums/${albumId}/photos?cursor=${cursor}`)
      expect([time, status, body.code]).toEqual([time, 400, 'INVALID_CURSOR'])
    }
  })

  test('albums are listed newest first, in contiguous pages, with or without shared albums', async () => {
    const [host, visitor] = [gallery.newSharer(), gallery.newSharer()]
    const ids: string[] = []
    for (let number = 0; number < 7; number += 1) ids.unshift(await host.album(`Number ${number}`))
    const shared = ids.filter((_, index) => index % 3 === 0)
    for (const id of shared) await gallery.share(id, [{ sharer: visitor }])
    // These albums get the same time of creation, so they are sorted by their ids.
    await gallery.database
      .updateTable('albums')
      .set({ created_at: new Date(0) })
      .where('id', 'in', ids.slice(2, 5))
      .execute()
    const expected = [...ids.slice(0, 2), ...ids.slice(5), ...ids.slice(2, 5)]
    for (const limit of [1, 2, 3, 500]) {
      expect(await listed(host, `albums?limit=${limit}`)).toEqual(expected)
      const rest = expected.filter((id) => !shared.includes(id))
      expect(await listed(host, `albums?displaySharedData=false&limit=${limit}`)).toEqual(rest)
      const seen = expected.filter((id) => shared.includes(id))
      expect(await listed(visitor, `shared-albums?limit=${limit}`)).toEqual(seen)
    }
    expect(await listed(host, 'shared-albums?limit=50')).toEqual([])
  })

  test.each([
    'albums?limit=0',
    'albums?limit=501',
    'albums?displaySharedData=maybe',
    'shared-albums?limit=ten',
    'albums/:id/photos?limit=501',
    'albums/:id/photos?sortKey=name',
    'shared-albums/:id/photos?sortOrder=up',
    'albums/:id/photos/:photo/neighbours?sortKey=name',
  ])('invalid parameters are refused: %s', async (path) => {
    const asked = path.replace(':id', albumId).replace(':photo', entries[0]?.id ?? '')
    expect(await owner.call('GET', `/photos/${asked}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    })
  })
})

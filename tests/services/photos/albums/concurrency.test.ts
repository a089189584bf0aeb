import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recount } from '../../../../services/photos/recount.ts'
import { inTransaction } from '../../../../services/photos/transactions.ts'
import { seededRandom } from '../../../support/random.ts'
import { until } from '../../storage/customer.ts'
import { type Sharer, useGallery } from './sharer.ts'

/** The expected statuses. Any other status would be a visible failure. */
const answers: ReadonlySet<number> = new Set([200, 201, 204, 404, 409])
const callers = 12
const callsEach = 8

/** Tests only a server, because the embedded database has one connection, so nothing is concurrent. */
describe('albums with concurrent changes', () => {
  const gallery = useGallery('a PostgreSQL server')

  /** Expects that albums contain only photos that exist, and that every count is correct. */
  async function expectWhole(sharer: Sharer, albumIds: readonly string[]): Promise<void> {
    expect(await recount(gallery.database)).toBe(0)
    const { rows } = await sql`
      select from photos.album_photos where photo_id not in (select id from photos.photos)`.execute(gallery.database)
    expect(rows).toEqual([])
    for (const id of albumIds) {
      const album = await sharer.readAlbum(id)
      if (album.albumId) expect(await sharer.photosIn(`albums/${id}`)).toHaveLength(album.photosCount)
    }
  }

  test('have correct counts in the end, and show no conflicts to callers', async () => {
    const [owner, guest] = [gallery.newSharer(), gallery.newSharer()]
    const photos = await gallery.photosOf(owner, 300)
    const ofGuest = await gallery.photosOf(guest, 60)
    const albumIds = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => owner.album(name)))
    const shared = await owner.album('Shared')
    await owner.add(shared, photos.slice(0, 100))
    const random = seededRandom(11)
    const below = (count: number) => Math.floor(random() * count)
    const some = (of: readonly string[], count: number) =>
      Array.from({ length: count }, () => of[below(of.length)] ?? '')
    const album = () => albumIds[below(albumIds.length)] ?? ''
    const participants = [{ id: guest.id, email: guest.email, photoIds: ofGuest }]
    const calls = [
      () => owner.add(album(), some(photos, 80)),
      () => owner.add(album(), some(photos, 80)),
      () => owner.take(album(), some(photos, 60)),
      () => owner.call('PATCH', `/photos/albums/${album()}`, { body: { name: `Number ${below(9)}` } }),
      () => owner.call('DELETE', '/photos/photos', { body: { photoIds: some(photos, 6) } }),
      () => guest.call('DELETE', '/photos/photos', { body: { photoIds: some(ofGuest, 3) } }),
      () => gallery.operator('POST', '/photos/dev/shared-albums', { albumId: shared, participants }),
      () => guest.call('DELETE', `/photos/shared-albums/${shared}`),
    ]
    const seen = new Set<number>()
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (let number = 0; number < callsEach; number += 1)
          seen.add((await calls[below(calls.length)]?.())?.status ?? 0)
      }),
    )
    expect([...seen].filter((status) => !answers.has(status))).toEqual([])
    await expectWhole(owner, [...albumIds, shared])

    // Two albums are deleted while they are filled, then the whole library.
    const [first = '', second = '', ...others] = albumIds
    const last = await Promise.all([
      ...[first, second].map((id) => owner.call('DELETE', `/photos/albums/${id}`)),
      ...[first, second, ...others].map((id) => owner.add(id, some(photos, 100))),
      ...[first, second].map((id) => owner.take(id, photos)),
      owner.call('DELETE', '/photos/photos', { body: { photoIds: some(photos, 50) } }),
      owner.call('DELETE', '/photos/photos/all'),
      ...others.map((id) => owner.add(id, some(photos, 100))),
    ])
    expect(last.map(({ status }) => status).filter((status) => !answers.has(status) && status !== 202)).toEqual([])
    // A slow machine may answer before everything is deleted.
    await until(
      async () => ((await owner.call('DELETE', '/photos/photos/all')).status === 204 ? true : null),
      'all photos to be deleted',
    )
    for (const id of others) expect(await owner.readAlbum(id)).toMatchObject({ coverPhoto: null, photosCount: 0 })
    await expectWhole(owner, albumIds)
  })

  test('end in a consistent state when one tab renames and another deletes', async () => {
    const owner = gallery.newSharer()
    for (let round = 0; round < 5; round += 1) {
      const id = await owner.album()
      const [renamed, deleted, again] = await Promise.all([
        owner.call('PATCH', `/photos/albums/${id}`, { body: { name: 'Renamed' } }),
        owner.call('DELETE', `/photos/albums/${id}`),
        owner.call('DELETE', `/photos/albums/${id}`),
      ])
      expect([204, 404]).toContain(renamed.status)
      expect(new Set([deleted.status, again.status])).toEqual(new Set([204, 404]))
    }
  })

  test('are retried after a deadlock', async () => {
    const owner = gallery.newSharer()
    const [one, two] = [await owner.album('One'), await owner.album('Two')]
    const lock = (id: string) => gallery.database.selectFrom('albums').select('id').where('id', '=', id).forUpdate()
    let attempts = 0
    let held = 0
    const both = Promise.withResolvers<void>()
    const rename = (first: string, second: string) =>
      inTransaction(gallery.database, async (change) => {
        attempts += 1
        await change.executeQuery(lock(first))
        held += 1
        if (held === 2) both.resolve()
        await both.promise
        await change.executeQuery(lock(second))
      })
    await Promise.all([rename(one, two), rename(two, one)])
    expect(attempts).toBe(3)
  })
})

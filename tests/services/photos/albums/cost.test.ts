import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { findAlbumNeighbours, readAlbumPhotos } from '../../../../services/photos/albums/albumPhotos.ts'
import { readAlbums } from '../../../../services/photos/albums/albumRows.ts'
import type { PhotosTables } from '../../../../services/photos/tables.ts'
import { databaseKinds } from '../../../support/database.ts'
import { countStatements, entriesReadSoFar } from '../../databaseCost.ts'
import { type Sharer, useGallery } from './sharer.ts'

const photosCount = 12_000
const orders = (['created', 'dateTaken'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((dir) => ({ sort, dir })),
)

describe.each(databaseKinds)('the cost of albums, on %s', (kind) => {
  const gallery = useGallery(kind)
  let owner: Sharer
  let albumId = ''

  beforeAll(async () => {
    owner = gallery.newSharer()
    albumId = await owner.album('Everything')
    await gallery.photosOf(owner, photosCount)
    await sql`
      insert into photos.album_photos (album_id, photo_id, owner_id, added_at, taken_at)
      select ${albumId}, id, owner_id, created_at, taken_at from photos.photos`.execute(gallery.database)
    // Outside of tests, the database analyses its tables by itself within a minute.
    await sql`analyze`.execute(gallery.database)
  })

  /** The number of table rows and index entries that `read` reads. */
  async function entriesRead(read: (database: Kysely<PhotosTables>) => Promise<unknown>): Promise<number> {
    return gallery.database.transaction().execute(async (change) => {
      const before = await entriesReadSoFar(change, 'photos')
      await read(change)
      return (await entriesReadSoFar(change, 'photos')) - before
    })
  }

  async function pagesOf(database: Kysely<PhotosTables>): Promise<void> {
    for (const { sort, dir } of orders) {
      const list = { albumId, accountId: owner.id, form: 'album', sort, dir } as const
      const page = await readAlbumPhotos(database, list, 24, undefined)
      const next = await readAlbumPhotos(database, list, 24, page.cursor ?? undefined)
      await findAlbumNeighbours(database, list, next.photos[5]?.id ?? '')
    }
  }

  test('does not grow with the album when one page is read', async () => {
    // Two pages of 24 photos and the neighbours of one photo, in four sort orders.
    expect(await entriesRead(pagesOf)).toBeLessThan(1_500)
  })

  test('is one statement for fifty albums with covers, which reads few rows even if the albums are large', async () => {
    const host = gallery.newSharer()
    await gallery.photosOf(host, 60)
    await sql`
      with made as (
        insert into photos.albums (id, owner_id, owner_email, name)
        select gen_random_uuid(), ${host.id}, ${host.email}, 'Number ' || number from generate_series(1, 50) as number
        returning id
      )
      insert into photos.album_photos (album_id, photo_id, owner_id, added_at, taken_at)
      select made.id, photos.id, photos.owner_id, photos.created_at, photos.taken_at
      from made cross join photos.photos where photos.owner_id = ${host.id}`.execute(gallery.database)
    const { database, statements } = countStatements(gallery.database)
    const { albums } = await readAlbums(database, host.id, 'own', { limit: 50 })
    expect(albums.filter(({ id }) => id !== null)).toHaveLength(50)
    expect(statements()).toBe(1)
    expect(await entriesRead((change) => readAlbums(change, host.id, 'own', { limit: 50 }))).toBeLessThan(1_500)
    expect(await entriesRead((change) => readAlbums(change, owner.id, 'own', { limit: 50 }))).toBeLessThan(100)
  })
})

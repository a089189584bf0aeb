import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recount } from '../../../../services/photos/recount.ts'
import { storedColumns } from '../../../../services/photos/trash/restore.ts'
import { trashDaysOf } from '../../../../services/photos/trash/trashDays.ts'
import { brandsAt } from '../../../support/brands.ts'
import { databaseKinds } from '../../../support/database.ts'
import { makeJpeg } from '../../../support/pictures.ts'
import { useTrash } from './shopper.ts'

const day = 86_400_000

describe.each(databaseKinds)('the trash, on %s', (kind) => {
  const group = useTrash(kind)

  test('holds deleted photos, which are in no list, album, count or selection', async () => {
    const shopper = group.newShopper()
    const [gone = '', kept = ''] = await group.photosOf(shopper, 2)
    const albumId = await shopper.album()
    await shopper.add(albumId, [kept])
    await shopper.add(albumId, [gone])
    const selected = await shopper.call('POST', '/photos/temp-selections', { body: { photoIds: [gone, kept] } })
    const before = Date.now()
    await shopper.discard([gone])

    expect(await shopper.ids()).toEqual([kept])
    expect((await shopper.call('GET', '/photos/users')).body.photosCount).toBe(1)
    expect((await shopper.call('GET', '/photos/users/timeline')).body).toEqual({ 2024: { 2: 1 } })
    expect(await shopper.readAlbum(albumId)).toMatchObject({ photosCount: 1, coverPhoto: { imageId: kept } })
    expect(await shopper.photosIn(`albums/${albumId}`)).toEqual([kept])
    const lookedUp = await shopper.call('POST', '/photos/photos/lookup', { body: { photoIds: [gone] } })
    expect(lookedUp.body.images).toEqual([])
    const originals = await shopper.call('POST', '/photos/photos/originals', { body: { photos: [{ photoId: gone }] } })
    expect(originals.body.originals).toEqual([])
    const { tempSelectionId } = selected.body
    expect((await shopper.call('GET', `/photos/temp-selections/${tempSelectionId}`)).body.photoIds).toEqual([kept])
    expect(await recount(group.database())).toBe(0)

    const { images } = await shopper.trash()
    expect(images).toMatchObject([{ imageId: gone, localFileName: '1.jpg', dateTaken: '2024-01-05T00:00:00' }])
    const [trashed] = images
    expect(await shopper.lookUp([gone, kept])).toEqual([gone])
    expect(Date.parse(trashed?.deleted ?? '')).toBeGreaterThanOrEqual(before - 1)
    expect(Date.parse(trashed?.expires ?? '') - Date.parse(trashed?.deleted ?? '')).toBe(30 * day)
    expect((await shopper.call('GET', '/photos/photos/trash/count')).body).toEqual({ photosCount: 1 })
    const events = await group.events(shopper.id)
    expect(events.slice(-3).map(({ type }) => type)).toEqual(['photos.trashed', 'album.changed', 'trash.changed'])
    expect(events.at(-3)?.ids).toEqual([gone])
    expect(events.map(({ type }) => type)).not.toContain('photo.removed')
  })

  test('restores photos with their dates and their positions in albums; albums deleted meanwhile stay deleted', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 3)
    const [album, other] = [await shopper.album(), await shopper.album()]
    for (const id of ids) await shopper.add(album, [id])
    await shopper.add(other, ids)
    const [photos, inAlbum] = [await shopper.photos(), await shopper.photosIn(`albums/${album}`)]
    await shopper.discard(ids.slice(0, 2))
    expect(await shopper.photosIn(`albums/${album}`)).toEqual(ids.slice(2))
    await shopper.call('DELETE', `/photos/albums/${other}`)

    expect(await shopper.restore(ids.slice(0, 2))).toEqual([])
    const restored = await shopper.photos()
    const facts = (given: typeof photos) =>
      given.map(({ imageId, created, dateTaken }) => [imageId, created, dateTaken])
    expect(facts(restored)).toEqual(facts(photos))
    expect(await shopper.photosIn(`albums/${album}`)).toEqual(inAlbum)
    expect(await shopper.readAlbum(album)).toMatchObject({ photosCount: 3, coverPhoto: { imageId: ids[2] } })
    expect(await shopper.trashedIds()).toEqual([])
    expect(await recount(group.database())).toBe(0)
    const types = (await group.events(shopper.id)).map(({ type }) => type)
    expect(types.slice(-4)).toEqual(['photo.added', 'photo.added', 'album.changed', 'trash.changed'])
    // The second time, nothing is left to restore.
    expect(await shopper.restore(ids.slice(0, 2))).toEqual(ids.slice(0, 2))
    expect((await group.events(shopper.id)).length).toBe(types.length)
  })

  test('restores every column of a photo that the database does not compute', async () => {
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns
      where table_schema = 'photos' and table_name = 'photos' and is_generated = 'NEVER'`.execute(group.database())
    expect([...storedColumns].toSorted()).toEqual(rows.map((row) => row.column_name).toSorted())
  })

  test('makes retention treat an account as one with photos, even if all its photos are in the trash', async () => {
    const [shopper, stranger] = [group.newShopper(), group.newShopper()]
    await shopper.discard(await group.photosOf(shopper, 1))
    const { config, http } = group.platform
    const found = await http.call({
      url: `${config.urls.photos}/libraries/filled`,
      method: 'POST',
      body: { ownerIds: [stranger.id, shopper.id] },
      asService: true,
      answer: z.object({ ownerIds: z.array(z.string()) }),
    })
    expect(found.ownerIds).toEqual([shopper.id])
  })

  test('is paged, and starts with the photo that was deleted last', async () => {
    const shopper = group.newShopper()
    const ids = await group.photosOf(shopper, 5)
    for (const id of ids) await shopper.discard([id])
    const first = await shopper.trash('?limit=3')
    const second = await shopper.trash(`?limit=3&cursor=${encodeURIComponent(first.cursor ?? '')}`)
    const seen = [...first.images, ...second.images].map(({ imageId }) => imageId)
    expect([seen, second.cursor]).toEqual([ids.toReversed(), null])
    const stranger = group.newShopper()
    const stolen = await stranger.call('GET', `/photos/photos/trash?cursor=${encodeURIComponent(first.cursor ?? '')}`)
    expect(stolen).toMatchObject({ status: 400, body: { code: 'INVALID_CURSOR' } })
  })

  test('is accessible to its owner only', async () => {
    const [shopper, stranger] = [group.newShopper(), group.newShopper()]
    const ids = await group.photosOf(shopper, 2)
    await shopper.discard(ids)
    expect([await stranger.trashedIds(), await stranger.lookUp(ids)]).toEqual([[], []])
    expect(await stranger.restore(ids)).toEqual(ids)
    const deleted = await stranger.call('DELETE', '/photos/photos/trash', { body: { photoIds: ids } })
    expect(deleted.body).toEqual({ failed: ids })
    expect((await stranger.call('DELETE', '/photos/photos/trash/all')).status).toBe(204)
    expect((await shopper.trashedIds()).toSorted()).toEqual(ids.toSorted())
  })

  test('keeps the files, and restores a photo whose file is uploaded again', async () => {
    const shopper = group.newShopper()
    const bytes = await makeJpeg({ seed: 61, taken: '2025:01:01 00:00:00' })
    await shopper.upload(bytes)
    const [photo] = await shopper.photosOf(1)
    const albumId = await shopper.album()
    await shopper.add(albumId, [photo?.imageId ?? ''])
    await shopper.discard([photo?.imageId ?? ''])
    const [trashed] = (await shopper.trash()).images
    expect((await shopper.read(trashed?.thumbnails[0]?.url ?? '')).status).toBe(200)

    const again = await shopper.upload(bytes)
    expect(await shopper.settled(again.body.uploadId)).toMatchObject({ imageId: photo?.imageId, duplicate: false })
    expect((await shopper.photos()).map(({ imageId, created }) => [imageId, created])).toEqual([
      [photo?.imageId, photo?.created],
    ])
    expect(await shopper.photosIn(`albums/${albumId}`)).toEqual([photo?.imageId])
    expect(await shopper.trashedIds()).toEqual([])
    const types = (await group.events(shopper.id)).map(({ type }) => type)
    expect(types.slice(types.lastIndexOf('trash.changed') - 2)).toEqual(
      expect.arrayContaining(['photo.added', 'album.changed', 'trash.changed']),
    )
    // The second copy of a photo that is in the library is a duplicate.
    const third = await shopper.upload(bytes)
    expect(await shopper.settled(third.body.uploadId)).toMatchObject({ duplicate: true })
    expect((await shopper.read(photo?.untouchedUrl ?? '')).status).toBe(200)
  })

  test('keeps photos for as many days as the brand of the sign-in sets; clients of no brand have no trash', () => {
    const platform = { brands: brandsAt('https://keepsake.example') }
    const daysOf = (clientId: string | null) => trashDaysOf(platform, { clientId })
    expect(['keepsake-web', 'lumina-web', 'graphiql', null].map(daysOf)).toEqual([30, 0, 0, 0])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { makeDemoAlbums, planDemoAlbums } from '../../../../services/photos/demoAlbums.ts'
import { recount } from '../../../../services/photos/recount.ts'
import { demoAccounts } from '../../../../services/platform/demo.ts'
import { databaseKinds } from '../../../support/database.ts'
import { until } from '../../storage/customer.ts'
import { seedMany } from '../seeding.ts'
import { Sharer, useGallery } from './sharer.ts'

interface Album {
  readonly albumId: string
  readonly albumName: string
  readonly photosCount: number
  readonly isShared: boolean
}

const albumsOf = async (sharer: Sharer): Promise<Album[]> => (await sharer.call('GET', '/photos/albums')).body.albums
const sharedWith = async (sharer: Sharer): Promise<Album[]> =>
  (await sharer.call('GET', '/photos/shared-albums')).body.albums

describe.each(databaseKinds)('the albums of the demo, on %s', (kind) => {
  const gallery = useGallery(kind)
  let anna: Sharer
  let ben: Sharer

  const make = () => makeDemoAlbums(gallery.running.services.platform, gallery.database)

  beforeAll(() => {
    const { services, issuer } = gallery.running
    anna = new Sharer(services.url, issuer, demoAccounts[0].id)
    ben = new Sharer(services.url, issuer, demoAccounts[1].id)
  })

  test('are created as soon as enough pictures exist, and are not created again when they are deleted', async () => {
    await planDemoAlbums(gallery.running.services.platform)
    await seedMany(gallery.database, anna.id, 30)
    await until(async () => ((await albumsOf(anna)).length === 4 ? true : null), 'the first albums')
    expect(await make()).toBe(false)
    await seedMany(gallery.database, anna.id, 100)
    await seedMany(gallery.database, ben.id, 12)
    await Promise.all([make(), make(), make()])
    expect(await make()).toBe(true)

    const albums = await albumsOf(anna)
    expect(albums.map(({ photosCount }) => photosCount)).toEqual([9, 7, 14, 0, 9, 600])
    expect(albums.filter(({ isShared }) => isShared).map(({ photosCount }) => photosCount)).toEqual([14])
    expect((await albumsOf(ben)).map(({ isShared, photosCount }) => [isShared, photosCount])).toEqual([[true, 11]])
    expect((await sharedWith(anna)).map(({ albumId }) => albumId)).toEqual(
      (await albumsOf(ben)).map(({ albumId }) => albumId),
    )
    expect((await sharedWith(ben)).map(({ albumId }) => albumId)).toEqual([albums[2]?.albumId])
    expect((await anna.call('GET', '/photos/users')).body).toEqual({ albumsCount: 6, photosCount: 730 })
    expect(await recount(gallery.database)).toBe(0)

    const large = albums.at(-1)
    expect(await anna.photosIn(`albums/${large?.albumId}`)).toHaveLength(600)
    await anna.call('DELETE', `/photos/albums/${large?.albumId}`)
    await planDemoAlbums(gallery.running.services.platform)
    expect(await make()).toBe(true)
    expect(await albumsOf(anna)).toHaveLength(5)
    expect((await anna.call('GET', '/photos/users')).body.photosCount).toBe(730)
  })
})

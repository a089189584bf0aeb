import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../support/database.ts'
import { makeJpeg } from '../../../support/pictures.ts'
import { type Photo, until } from '../../storage/customer.ts'
import { type Sharer, useGallery } from './sharer.ts'

// Storage may accept an ended link for two more seconds. The tests run concurrently, so that they wait only once.
describe.each(databaseKinds)('links to photos that an album shares, on %s', (kind) => {
  const gallery = useGallery(kind)

  /** An album with a photo of its owner and one of a participant, and a second participant. */
  async function share() {
    const [owner, guest, other] = [gallery.newSharer(), gallery.newSharer(), gallery.newSharer()]
    const [own, theirs] = [await uploaded(owner), await uploaded(guest)]
    const albumId = await owner.album()
    await owner.add(albumId, [own])
    await gallery.share(albumId, [{ sharer: guest, photoIds: [theirs] }, { sharer: other }])
    return { owner, guest, other, albumId, own, theirs }
  }

  const remove = async (albumId: string, { id }: Sharer) =>
    gallery.operator('DELETE', `/photos/dev/shared-albums/${albumId}/participants/${id}`)

  test.concurrent('end when a participant is removed, except links to own photos; members get new links', async () => {
    const { owner, guest, other, albumId, own, theirs } = await share()
    const before = await linksTo(other, albumId, own)
    const ofOwner = await linksTo(owner, albumId, own)
    const ofGuest = await linksTo(owner, albumId, theirs)
    for (const url of [...before, ...ofOwner, ...ofGuest]) expect((await other.read(url)).status).toBe(200)
    expect((await remove(albumId, other)).status).toBe(204)
    await untilEnded(other, before)
    await untilEnded(owner, ofGuest)
    for (const url of await linksTo(guest, albumId, own)) expect((await guest.read(url)).status).toBe(200)
    // The links that the owner of a photo gets do not name an album.
    for (const url of ofOwner) expect((await owner.read(url)).status).toBe(200)
  })

  test.concurrent('end when a participant leaves, including those from a cover, list, lookup or neighbour', async () => {
    const { other, albumId, theirs } = await share()
    const album = (await other.call('GET', `/photos/shared-albums/${albumId}`)).body
    const list = (await other.call('GET', '/photos/shared-albums')).body
    const looked = (await other.call('POST', '/photos/photos/lookup', { body: { photoIds: [theirs] } })).body
    const neighbours = await other.call('GET', `/photos/shared-albums/${albumId}/photos/${theirs}/neighbours`)
    const photos = [album.coverPhoto, list.albums[0].coverPhoto, looked.images[0], neighbours.body.next]
    const urls = photos.flatMap(urlsOf)
    expect(urls).toHaveLength(4 * 5)
    await other.call('DELETE', `/photos/shared-albums/${albumId}`)
    await untilEnded(other, urls)
  })

  test.concurrent('end when the album is deleted for everyone', async () => {
    const { owner, guest, other, albumId, own, theirs } = await share()
    const [toOwn, toTheirs] = [await linksTo(other, albumId, own), await linksTo(owner, albumId, theirs)]
    expect((await owner.call('DELETE', `/photos/shared-albums/${albumId}`)).status).toBe(204)
    await untilEnded(other, [...toOwn, ...toTheirs])
    const [photo] = await guest.photos()
    expect((await guest.read(photo?.url ?? '')).status).toBe(200)
  })

  test.concurrent('are refused if they do not name their album, or name another generation of its links', async () => {
    const { other, albumId, own } = await share()
    const [url = ''] = await linksTo(other, albumId, own)
    for (const album of [null, `${albumId}.2`]) {
      const altered = new URL(url)
      if (album === null) altered.searchParams.delete('album')
      else altered.searchParams.set('album', album)
      expect((await other.read(altered.href)).status).toBe(403)
    }
  })
})

/** Uploads a photo. @returns the id of the photo, once the photo is in the library */
async function uploaded(sharer: Sharer): Promise<string> {
  await sharer.upload(await makeJpeg({ width: 40, height: 30 }))
  const [photo] = await sharer.photosOf(1)
  return photo?.imageId ?? ''
}

/** The links that an account gets to a photo of the album: to show it, to download it, and to its renditions. */
async function linksTo(sharer: Sharer, albumId: string, photoId: string): Promise<string[]> {
  const { body } = await sharer.call('GET', `/photos/shared-albums/${albumId}/photos`)
  return urlsOf(body.images.find(({ imageId }: Photo) => imageId === photoId))
}

function urlsOf({ url, untouchedUrl, thumbnails }: Photo): string[] {
  return [url, untouchedUrl, ...thumbnails.map((thumbnail) => thumbnail.url)]
}

async function untilEnded(sharer: Sharer, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    await until(async () => ((await sharer.read(url)).status === 410 ? true : null), 'the links to end')
  }
}

import { describe, expect, test } from 'vitest'
import { databaseKinds } from '../../../support/database.ts'
import type { Photo } from '../../storage/customer.ts'
import { type Sharer, useGallery } from './sharer.ts'

const place = { latitude: 48.64, longitude: -2.03 }

describe.each(databaseKinds)('the places of photos in a shared album, on %s', (kind) => {
  const gallery = useGallery(kind)

  /** An album with a photo of its owner and a photo of a guest. Both photos have a place. */
  async function shareAlbum() {
    const [owner, guest] = [gallery.newSharer(), gallery.newSharer()]
    const [[ofOwner = ''], [ofGuest = '']] = [await gallery.photosOf(owner, 1), await gallery.photosOf(guest, 1)]
    await gallery.database.updateTable('photos').set(place).where('id', 'in', [ofOwner, ofGuest]).execute()
    const albumId = await owner.album()
    await owner.add(albumId, [ofOwner])
    await gallery.share(albumId, [{ sharer: guest, photoIds: [ofGuest] }])
    return { owner, guest, ofOwner, ofGuest, albumId }
  }

  test('are shown to the owner of each photo only', async () => {
    const { owner, guest, ofOwner, ofGuest, albumId } = await shareAlbum()
    expect(await placesSeen(owner, albumId, [ofOwner, ofGuest])).toEqual([ofOwner])
    expect(await placesSeen(guest, albumId, [ofOwner, ofGuest])).toEqual([ofGuest])
  })

  test('of the owner are shown to participants while the owner shares them', async () => {
    const { owner, guest, ofOwner, ofGuest, albumId } = await shareAlbum()
    const path = `/photos/shared-albums/${albumId}`
    const both = [ofOwner, ofGuest]
    expect((await guest.call('GET', path)).body.sharesLocations).toBe(false)
    expect((await owner.call('PATCH', path, { body: { sharesLocations: true } })).status).toBe(204)
    expect((await guest.call('GET', path)).body.sharesLocations).toBe(true)
    expect(await placesSeen(guest, albumId, both)).toEqual(both)
    // The owner decides about their own photos, not about those of participants.
    expect(await placesSeen(owner, albumId, both)).toEqual([ofOwner])
    await owner.call('PATCH', path, { body: { sharesLocations: false } })
    expect(await placesSeen(guest, albumId, both)).toEqual([ofGuest])
  })

  test('can be shared by the owner only, and only in an album that is shared', async () => {
    const { owner, guest, albumId } = await shareAlbum()
    const alone = await owner.album()
    const body = { sharesLocations: true }
    expect((await guest.call('PATCH', `/photos/shared-albums/${albumId}`, { body })).status).toBe(404)
    expect((await owner.call('PATCH', `/photos/shared-albums/${alone}`, { body })).status).toBe(404)
    expect((await owner.call('PATCH', `/photos/shared-albums/${albumId}`, { body: {} })).status).toBe(400)
    expect((await owner.call('GET', `/photos/shared-albums/${albumId}`)).body.sharesLocations).toBe(false)
  })
})

/** The ids of the photos whose place an account gets in any answer that contains photos of the album. */
async function placesSeen(sharer: Sharer, albumId: string, photoIds: readonly string[]): Promise<string[]> {
  const shared = `/photos/shared-albums/${albumId}`
  const answers = await Promise.all([
    sharer.call('GET', `${shared}/photos`),
    sharer.call('GET', shared),
    sharer.call('GET', '/photos/shared-albums'),
    sharer.call('GET', '/photos/albums?displaySharedData=true'),
    sharer.call('GET', `/photos/albums/${albumId}`),
    sharer.call('GET', `/photos/albums/${albumId}/photos`),
    ...photoIds.map((id) => sharer.call('GET', `${shared}/photos/${id}/neighbours`)),
    sharer.call('POST', '/photos/photos/lookup', { body: { photoIds } }),
  ])
  const photos = answers.flatMap(({ body }) => photosIn(body))
  expect(new Set(photos.map(({ imageId }) => imageId))).toEqual(new Set(photoIds))
  const seen = (id: string) => photos.filter(({ imageId }) => imageId === id).map(({ location }) => location !== null)
  // All answers must agree on whether the account gets the place of a photo.
  for (const id of photoIds) expect(new Set(seen(id)).size).toBe(1)
  return photoIds.filter((id) => seen(id)[0])
}

/** All photos in an answer, at any depth. */
function photosIn(value: unknown): Photo[] {
  if (typeof value !== 'object' || value === null) return []
  // An object with this field is a photo.
  if ('imageId' in value) return [value as Photo]
  return Object.values(value).flatMap(photosIn)
}

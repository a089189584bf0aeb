import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recount } from '../../../../services/photos/recount.ts'
import { databaseKinds } from '../../../support/database.ts'
import { type Sharer, useGallery } from './sharer.ts'
import { readPositions } from '../../../../services/platform/eventPositions.ts'

interface AlbumEvent {
  readonly type: string
  readonly data: { albumId?: string; isOwner?: boolean; isShared?: boolean }
}

describe.each(databaseKinds)('albums, on %s', (kind) => {
  const gallery = useGallery(kind)

  /** The events of an album that an account got after a position, in a short form such as `album.changed own`. */
  async function eventsOf(sharer: Sharer, albumId: string, after = 0): Promise<string[]> {
    const { rows } = await sql<AlbumEvent>`
      select type, data from platform.events
      where owner = ${sharer.id} and position > ${after} and data->>'albumId' = ${albumId} order by position`.execute(
      gallery.database,
    )
    return rows.map(({ type, data }) => `${type}${data.isOwner ? ' own' : ''}${data.isShared ? ' shared' : ''}`)
  }

  const now = async () => (await readPositions(gallery.database)).settled

  test('are created, renamed and deleted by their owner; their photos stay', async () => {
    const owner = gallery.newSharer()
    const photos = await gallery.photosOf(owner, 3)
    const { status, body } = await owner.call('POST', '/photos/albums', { body: { name: 'Summer in Brittany' } })
    expect([status, Object.keys(body)]).toEqual([201, ['albumId']])
    const { albumId } = body
    await gallery.database
      .updateTable('albums')
      .set({ updated_at: sql<Date>`updated_at - interval '1 second'` })
      .where('id', '=', albumId)
      .execute()
    const empty = await owner.readAlbum(albumId)
    expect(empty).toEqual({
      albumId,
      albumName: 'Summer in Brittany',
      coverPhoto: null,
      photosCount: 0,
      created: expect.stringMatching(/Z$/),
      updated: expect.stringMatching(/Z$/),
      userId: owner.id,
      isShared: false,
    })
    const renamed = await owner.call('PATCH', `/photos/albums/${albumId}`, { body: { name: 'Bretagne ☀ ' } })
    expect([renamed.status, renamed.body]).toEqual([204, ''])
    const looked = await owner.readAlbum(albumId)
    expect(looked).toEqual({ ...empty, albumName: 'Bretagne ☀ ', updated: expect.any(String) })
    expect(looked.updated > empty.updated).toBe(true)
    await owner.add(albumId, photos)
    expect((await owner.call('GET', '/photos/users')).body).toEqual({ albumsCount: 1, photosCount: 3 })
    expect((await owner.call('DELETE', `/photos/albums/${albumId}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/photos/albums/${albumId}`)).status).toBe(404)
    expect((await owner.call('GET', '/photos/users')).body).toEqual({ albumsCount: 0, photosCount: 3 })
    const changed = 'album.changed own'
    expect(await eventsOf(owner, albumId)).toEqual([changed, changed, changed, 'album.removed own'])
  })

  test.each([
    ['a missing body', undefined],
    ['a missing name', {}],
    ['an empty name', { name: '' }],
    ['a number', { name: 7 }],
    ['null', { name: null }],
    ['a space', { name: ' ' }],
    ['a space at the start', { name: ' Summer' }],
    ['a tab at the start', { name: '\tSummer' }],
    ['a no-break space at the start', { name: '\u00a0Summer' }],
    ['<', { name: 'Summer <3' }],
    ['> at the start', { name: '> Summer' }],
    [';', { name: 'Summer; winter' }],
    ['256 characters', { name: 'x'.repeat(256) }],
    ['a null character', { name: 'Summer\0' }],
    ['invisible characters only', { name: '\u202e\u200b' }],
    ['an invisible character and a space at the start', { name: '\u202e Summer' }],
  ])('refuse %s as a name', async (_what, body) => {
    const owner = gallery.newSharer()
    const refused = { status: 400, body: { code: 'INVALID_ALBUM_NAME' } }
    expect(await owner.call('POST', '/photos/albums', { body })).toMatchObject(refused)
    const albumId = await owner.album()
    expect(await owner.call('PATCH', `/photos/albums/${albumId}`, { body })).toMatchObject(refused)
    expect((await owner.readAlbum(albumId)).albumName).toBe('Summer in Brittany')
  })

  test.each(['x', 'x'.repeat(255), 'Lisa & Tom’s “wedding”', '2024/05', 'été 日本 👩‍👩‍👧', 'a '])(
    'can be named %s',
    async (name) => {
      const owner = gallery.newSharer()
      expect((await owner.readAlbum(await owner.album(name))).albumName).toBe(name)
    },
  )

  test.each([
    ['\u202eremmuS', 'remmuS'],
    ['Sum\u200bmer\u2066', 'Summer'],
    ['Summer\nin\tBrittany', 'Summer in Brittany'],
  ])('keep no invisible characters when they are named or renamed %j', async (name, kept) => {
    const owner = gallery.newSharer()
    const albumId = await owner.album(name)
    expect((await owner.readAlbum(albumId)).albumName).toBe(kept)
    const other = await owner.album()
    expect(await owner.call('PATCH', `/photos/albums/${other}`, { body: { name } })).toMatchObject({ status: 204 })
    expect((await owner.readAlbum(other)).albumName).toBe(kept)
  })

  test('accept photos of their owner only, each once, in the order of the selection, and report all other photos as failed', async () => {
    const [owner, stranger] = [gallery.newSharer(), gallery.newSharer()]
    const photos = await gallery.photosOf(owner, 4)
    const [foreign = ''] = await gallery.photosOf(stranger, 1)
    const missing = randomUUID()
    const albumId = await owner.album()
    const [first = '', second = '', third = '', fourth = ''] = photos
    const answer = await owner.add(albumId, [third, foreign, first.toUpperCase(), missing, 'nonsense', third])
    expect([answer.status, answer.body]).toEqual([200, { failed: [foreign, missing, 'nonsense'] }])
    const before = await now()
    expect((await owner.add(albumId, [first, third])).body).toEqual({ failed: [] })
    expect(await eventsOf(owner, albumId, before)).toEqual([])
    expect((await owner.add(albumId, [second, first, fourth])).body).toEqual({ failed: [] })
    expect(await owner.photosIn(`albums/${albumId}`, 'sortOrder=asc')).toEqual([third, first, second, fourth])
    expect(await owner.readAlbum(albumId)).toMatchObject({ photosCount: 4, coverPhoto: { imageId: fourth } })

    const taken = await owner.take(albumId, [first, missing, fourth.toUpperCase(), 'nonsense'])
    expect([taken.status, taken.body]).toEqual([200, { failed: [missing, 'nonsense'] }])
    expect((await owner.take(albumId, [first])).body).toEqual({ failed: [first] })
    expect(await owner.photosIn(`albums/${albumId}`, 'sortOrder=asc')).toEqual([third, second])
    expect(await owner.photos()).toHaveLength(4)
  })

  test.each([
    [{}],
    [{ photoIds: [] }],
    [{ photoIds: 'all' }],
    [{ photoIds: Array.from({ length: 501 }, () => randomUUID()) }],
  ])('refuse an invalid list of photos', async (body) => {
    const owner = gallery.newSharer()
    const path = `/photos/albums/${await owner.album()}/photos`
    expect((await owner.call('POST', path, { body })).status).toBe(400)
    expect((await owner.call('DELETE', path, { body })).status).toBe(400)
  })

  test('lose photos that are deleted anywhere; of the remaining photos, the one that was added last is the cover', async () => {
    const owner = gallery.newSharer()
    const photos = await gallery.photosOf(owner, 6)
    const [first = '', second = '', third = ''] = photos
    const [one, two, untouched] = [await owner.album('One'), await owner.album('Two'), await owner.album('Three')]
    await owner.add(one, photos.slice(0, 3))
    await owner.add(two, photos.slice(1, 5))
    await owner.add(untouched, photos.slice(5))
    const before = await now()
    await owner.call('DELETE', '/photos/photos', { body: { photoIds: [second, third] } })
    expect(await owner.readAlbum(one)).toMatchObject({ photosCount: 1, coverPhoto: { imageId: first } })
    expect(await owner.readAlbum(two)).toMatchObject({ photosCount: 2, coverPhoto: { imageId: photos[4] } })
    // Each changed album gets one event, whatever the number of deleted photos.
    for (const [album, events] of [
      [one, ['album.changed own']],
      [two, ['album.changed own']],
      [untouched, []],
    ] as const)
      expect(await eventsOf(owner, album, before)).toEqual(events)
    await owner.call('DELETE', `/photos/photos/${first}`)
    expect(await owner.readAlbum(one)).toMatchObject({ photosCount: 0, coverPhoto: null })

    expect((await owner.call('DELETE', '/photos/photos/all')).status).toBe(204)
    for (const album of [one, two, untouched]) {
      expect(await owner.readAlbum(album)).toMatchObject({ photosCount: 0, coverPhoto: null })
      expect(await owner.photosIn(`albums/${album}`)).toEqual([])
    }
    expect(await recount(gallery.database)).toBe(0)
  })

  test('have their counts corrected if the counts are wrong', async () => {
    const owner = gallery.newSharer()
    const albumId = await owner.album()
    await owner.add(albumId, await gallery.photosOf(owner, 3))
    await gallery.database.updateTable('albums').set({ photos_count: 7 }).where('id', '=', albumId).execute()
    expect(await recount(gallery.database)).toBe(1)
    expect((await owner.readAlbum(albumId)).photosCount).toBe(3)
  })

  test('that are shared show all photos, with the owners of the photos, to all participants', async () => {
    const [owner, guest, other] = [gallery.newSharer(), gallery.newSharer(), gallery.newSharer()]
    const [own = '', hidden = ''] = await gallery.photosOf(owner, 2)
    const [theirs = ''] = await gallery.photosOf(guest, 1)
    const albumId = await owner.album()
    await owner.add(albumId, [own])
    // Participants join one after the other, because the embedded database's times are exact only to the millisecond.
    await gallery.share(albumId, [{ sharer: guest, photoIds: [theirs] }])
    await gallery.share(albumId, [{ sharer: other }])

    const shared = {
      albumId,
      albumName: 'Summer in Brittany',
      photosCount: 2,
      isShared: true,
      ownerId: owner.id,
      owner: { email: owner.email },
      participants: [{ email: guest.email }, { email: other.email }],
      coverPhoto: { imageId: theirs, ownerId: guest.id, ownerEmail: guest.email },
    }
    for (const member of [owner, guest, other]) {
      expect((await member.call('GET', `/photos/shared-albums/${albumId}`)).body).toMatchObject(shared)
      const { images } = (await member.call('GET', `/photos/shared-albums/${albumId}/photos`)).body
      expect(images).toMatchObject([
        { imageId: theirs, ownerId: guest.id, ownerEmail: guest.email },
        { imageId: own, ownerId: owner.id, ownerEmail: owner.email },
      ])
      expect((await member.call('GET', `/photos/shared-albums/${albumId}/participants`)).body).toEqual({
        owner: { id: owner.id, email: owner.email },
        participants: [guest, other].map(({ id, email }) => ({ id, email })),
      })
    }
    expect((await guest.call('GET', '/photos/shared-albums')).body).toMatchObject({ albums: [shared], cursor: null })
    expect(await owner.readAlbum(albumId)).toMatchObject({ isShared: true, coverPhoto: { ownerId: guest.id } })
    const [, ofOwner] = (await owner.call('GET', `/photos/albums/${albumId}/photos`)).body.images
    expect([ofOwner.imageId, ofOwner.ownerId]).toEqual([own, undefined])

    const photoIds = [own, hidden, theirs, randomUUID()]
    const { images } = (await guest.call('POST', '/photos/photos/lookup', { body: { photoIds } })).body
    expect(
      images.map(({ imageId, ownerId, ownerEmail }: Record<string, string>) => [imageId, ownerId, ownerEmail]),
    ).toEqual([
      [theirs, undefined, undefined],
      [own, owner.id, owner.email],
    ])

    const { body: summary } = await guest.call('GET', '/photos/users/shared-albums')
    const { created, updated } = await owner.readAlbum(albumId)
    expect(summary).toEqual({ readAlbumsCount: 1, grantedAlbumsCount: 0, created, updated })
    expect((await owner.call('GET', '/photos/users/shared-albums')).body).toMatchObject({
      readAlbumsCount: 0,
      grantedAlbumsCount: 1,
    })
    expect((await gallery.newSharer().call('GET', '/photos/users/shared-albums')).body).toEqual({
      readAlbumsCount: 0,
      grantedAlbumsCount: 0,
      created: expect.any(String),
    })
  })

  test('that are shared lose a participant who leaves, and the photos of this participant; without participants they are no longer shared', async () => {
    const [owner, guest, other] = [gallery.newSharer(), gallery.newSharer(), gallery.newSharer()]
    const own = await gallery.photosOf(owner, 2)
    const albumId = await owner.album()
    await owner.add(albumId, own)
    const shared = await now()
    await gallery.share(albumId, [
      { sharer: guest, photoIds: await gallery.photosOf(guest, 2) },
      { sharer: other, photoIds: await gallery.photosOf(other, 1) },
    ])
    expect(await eventsOf(owner, albumId, shared)).toEqual(['album.changed own shared'])
    for (const member of [guest, other]) expect(await eventsOf(member, albumId)).toEqual(['album.changed shared'])
    expect((await owner.readAlbum(albumId)).photosCount).toBe(5)

    const left = await now()
    expect((await guest.call('DELETE', `/photos/shared-albums/${albumId}`)).status).toBe(204)
    expect((await guest.call('GET', `/photos/shared-albums/${albumId}`)).status).toBe(404)
    expect(await guest.photos()).toHaveLength(2)
    expect(await owner.readAlbum(albumId)).toMatchObject({ photosCount: 3, isShared: true })
    expect(await eventsOf(owner, albumId, left)).toEqual(['album.changed own shared', 'album.links-ended'])
    expect(await eventsOf(other, albumId, left)).toEqual(['album.changed shared'])
    expect(await eventsOf(guest, albumId, left)).toEqual(['album.removed shared'])

    const removed = await now()
    const path = `/photos/dev/shared-albums/${albumId}/participants/${other.id}`
    expect((await gallery.operator('DELETE', path)).status).toBe(204)
    expect((await gallery.operator('DELETE', path)).status).toBe(404)
    expect(await eventsOf(other, albumId, removed)).toEqual(['album.removed shared'])
    const ended = ['album.changed own', 'album.removed shared', 'album.links-ended']
    expect((await eventsOf(owner, albumId, removed)).toSorted()).toEqual(ended.toSorted())
    expect((await owner.call('GET', `/photos/shared-albums/${albumId}`)).status).toBe(404)
    expect(await owner.photosIn(`albums/${albumId}`, 'sortOrder=asc')).toEqual(own)
    expect((await owner.call('DELETE', `/photos/albums/${albumId}`)).status).toBe(204)
  })

  test('that are shared are deleted for everybody by their owner; all photos stay in their libraries', async () => {
    const [owner, guest] = [gallery.newSharer(), gallery.newSharer()]
    const albumId = await owner.album()
    await owner.add(albumId, await gallery.photosOf(owner, 2))
    await gallery.share(albumId, [{ sharer: guest, photoIds: await gallery.photosOf(guest, 2) }])
    const before = await now()
    expect((await owner.call('DELETE', `/photos/shared-albums/${albumId}`)).status).toBe(204)
    expect(await eventsOf(owner, albumId, before)).toEqual(['album.removed own shared', 'album.links-ended'])
    expect(await eventsOf(guest, albumId, before)).toEqual(['album.removed shared'])
    for (const member of [owner, guest]) {
      expect((await member.call('GET', `/photos/shared-albums/${albumId}`)).status).toBe(404)
      expect(await member.photos()).toHaveLength(2)
    }
  })

  test('are shared by the operator, with photos of the participants only', async () => {
    const [owner, guest] = [gallery.newSharer(), gallery.newSharer()]
    const albumId = await owner.album()
    const [own = ''] = await gallery.photosOf(owner, 1)
    const participants = [{ id: guest.id, email: guest.email, photoIds: [own, 'nonsense'] }]
    const answer = await gallery.operator('POST', '/photos/dev/shared-albums', { albumId, participants })
    expect([answer.status, answer.body]).toEqual([200, { failed: [own, 'nonsense'] }])
    const nowhere = { albumId: randomUUID(), participants }
    expect((await gallery.operator('POST', '/photos/dev/shared-albums', nowhere)).status).toBe(404)
    const withoutParticipants = { albumId, participants: [] }
    expect((await gallery.operator('POST', '/photos/dev/shared-albums', withoutParticipants)).status).toBe(400)
  })
})

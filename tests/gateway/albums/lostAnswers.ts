import { describe, expect, test } from 'vitest'
import { stopClock } from '../../support/stoppedClock.ts'
import { anna, bram } from '../../support/tokens.ts'
import { type RealAlbums, keyOf, photoId } from './realAlbums.ts'

const create = `mutation ($name: String!) { createAlbum(input: { name: $name }) {
... on CreateAlbumSuccess { album { id name photosCount isShared created cover { id } } library { albumsCount } } } }`
const rename = `mutation ($id: ID!, $name: String!) { renameAlbum(input: { albumId: $id, name: $name }) {
... on RenameAlbumSuccess { album { name } } ... on AlbumNotFound { code } } }`
const remove = `mutation ($id: ID!) { deleteAlbum(input: { albumId: $id }) {
... on DeleteAlbumSuccess { deletedAlbumId library { albumsCount } } ... on AlbumNotFound { code } } }`
const addPhotos = `mutation ($id: ID!, $photoIds: [ID!]!) { addPhotosToAlbum(input: { albumId: $id, photoIds: $photoIds }) {
... on AddPhotosToAlbumSuccess { album { photosCount } addedIds failed { id code } remainingIds } ... on AlbumNotFound { code } } }`
const removePhotos = `mutation ($id: ID!, $photoIds: [ID!]!) {
removePhotosFromAlbum(input: { albumId: $id, photoIds: $photoIds }) {
  ... on RemovePhotosFromAlbumSuccess { album { photosCount } removedIds failed { id code } remainingIds }
  ... on AlbumNotFound { code } } }`
const removeShared = `mutation ($id: ID!) { deleteSharedAlbum(input: { sharedAlbumId: $id }) {
... on DeleteSharedAlbumSuccess { deletedSharedAlbumId deletedAlbumId } ... on AlbumNotFound { code } } }`

function byText(one: string, other: string): number {
  return one.localeCompare(other)
}

/** Tests mutations whose request or response is lost. */
export function describeLostAnswers(real: RealAlbums): void {
  const albumNames = async () => {
    const { viewer } = await real.read(anna, '{ viewer { library { albums { edges { node { name } } } } } }')
    return viewer.library.albums.edges.map(({ node }: { node: { name: string } }) => node.name)
  }

  /** The number of calls that create an album. */
  const creations = () => real.link.calls.filter((call) => call === 'POST /albums').length

  async function codesOf(query: string, variables: Record<string, unknown>): Promise<unknown[]> {
    const { data, errors } = await real.ask(anna, query, variables)
    expect(data).toBeNull()
    return errors.map(({ extensions }) => extensions['code'])
  }

  describe('createAlbum, when its response is lost,', () => {
    test('finds the album that was created, and never creates another', async () => {
      await real.album('Older')
      real.link.forget()
      real.link.fail({ method: 'POST', path: '/albums', kind: 'responseLost' })
      const { createAlbum } = await real.read(anna, create, { name: 'Tex\u200bel' })
      expect(createAlbum).toMatchObject({ album: { name: 'Texel', photosCount: 0 }, library: { albumsCount: 2 } })
      expect([creations(), await albumNames()]).toEqual([1, ['Texel', 'Older']])
    })

    test('fails when no album was created: an old album or one with photos is not mistaken for the new one', async () => {
      await real.album('Texel', [1])
      const old = await real.album('Texel')
      stopClock()
      const aMinuteAgo = new Date(Date.now() - 60_000)
      await real.database().updateTable('albums').set({ created_at: aMinuteAgo }).where('id', '=', keyOf(old)).execute()
      real.link.forget()
      real.link.fail({ method: 'POST', path: '/albums', kind: 'requestLost' })
      expect(await codesOf(create, { name: 'Texel' })).toEqual(['UPSTREAM_UNAVAILABLE'])
      expect([creations(), (await albumNames()).length]).toEqual([1, 2])
    })

    test('fails when the outcome cannot be determined', async () => {
      real.link.fail({ method: 'POST', path: '/albums', kind: 'responseLost' })
      // Reads are retried once.
      for (let times = 0; times < 2; times += 1) real.link.fail({ method: 'GET', path: '/albums', kind: 'requestLost' })
      expect(await codesOf(create, { name: 'Texel' })).toEqual(['UPSTREAM_UNAVAILABLE'])
      expect(creations()).toBe(1)
    })

    test('returns the new album even when it cannot be read', async () => {
      for (let times = 0; times < 2; times += 1)
        real.link.fail({ method: 'GET', path: '/albums/', kind: 'requestLost' })
      const { createAlbum } = await real.read(anna, create, { name: 'Texel' })
      expect(createAlbum.album).toMatchObject({ name: 'Texel', photosCount: 0, isShared: false, cover: null })
      expect(Date.now() - Date.parse(createAlbum.album.created)).toBeLessThan(60_000)
      const { node } = await real.read(anna, 'query ($id: ID!) { node(id: $id) { ... on Album { name } } }', {
        id: createAlbum.album.id,
      })
      expect(node).toEqual({ name: 'Texel' })
    })
  })

  describe('a change whose response is lost', () => {
    test('is detected when it renamed an album', async () => {
      const id = await real.album('Texel')
      real.link.fail({ method: 'PATCH', path: '/albums/', kind: 'responseLost' })
      const { renameAlbum } = await real.read(anna, rename, { id, name: '\u202eVlieland' })
      expect(renameAlbum).toEqual({ album: { name: 'Vlieland' } })
    })

    test('is detected when it deleted an album', async () => {
      const id = await real.album('Texel')
      real.link.fail({ method: 'DELETE', path: '/albums/', kind: 'responseLost' })
      const { deleteAlbum } = await real.read(anna, remove, { id })
      expect(deleteAlbum).toEqual({ deletedAlbumId: id, library: { albumsCount: 0 } })
    })

    test('is detected when it added photos, because these photos are then among the newest of the album', async () => {
      const id = await real.album('Texel', [1])
      real.link.fail({ method: 'POST', path: '/photos', kind: 'responseLost' })
      const photoIds = [photoId(2), photoId(3), photoId(21)]
      const { addPhotosToAlbum } = await real.read(anna, addPhotos, { id, photoIds })
      expect(addPhotosToAlbum).toEqual({
        album: { photosCount: 3 },
        addedIds: [photoId(2), photoId(3)],
        failed: [{ id: photoId(21), code: 'NOT_FOUND' }],
        remainingIds: [],
      })
    })

    test('is detected when it removed photos', async () => {
      const id = await real.album('Texel', [1, 2])
      real.link.fail({ method: 'DELETE', path: '/photos', kind: 'responseLost' })
      const { removePhotosFromAlbum } = await real.read(anna, removePhotos, { id, photoIds: [photoId(1)] })
      expect(removePhotosFromAlbum).toMatchObject({ album: { photosCount: 1 }, removedIds: [photoId(1)], failed: [] })
    })

    test('is detected when it left or deleted a shared album', async () => {
      const id = await real.album('Texel', [1])
      const shared = await real.share(id, { [bram]: [21] })
      for (const [account, deletedAlbumId] of [
        [bram, null],
        [anna, id],
      ] as const) {
        await real.share(id, { [bram]: [] })
        real.link.fail({ method: 'DELETE', path: '/shared-albums/', kind: 'responseLost' })
        const { deleteSharedAlbum } = await real.read(account, removeShared, { id: shared })
        expect(deleteSharedAlbum).toEqual({ deletedSharedAlbumId: shared, deletedAlbumId })
      }
    })
  })

  describe('a change whose request is lost', () => {
    test.each([
      ['rename', rename, 'PATCH'],
      ['delete', remove, 'DELETE'],
    ])('fails and changes nothing: %s', async (_what, query, method) => {
      const id = await real.album('Texel', [1])
      real.link.fail({ method, path: '/albums/', kind: 'requestLost' })
      expect(await codesOf(query, { id, name: 'Other' })).toEqual(['UPSTREAM_UNAVAILABLE'])
      expect(await albumNames()).toEqual(['Texel'])
    })

    test('that adds photos can be tried again, except for photos of other customers', async () => {
      const id = await real.album('Texel')
      real.link.fail({ method: 'POST', path: `/${keyOf(id)}/photos`, kind: 'requestLost' })
      const { addPhotosToAlbum } = await real.read(anna, addPhotos, { id, photoIds: [photoId(1), photoId(21)] })
      expect(addPhotosToAlbum).toEqual({
        album: { photosCount: 0 },
        addedIds: [],
        failed: [
          { id: photoId(1), code: 'FAILED' },
          { id: photoId(21), code: 'NOT_FOUND' },
        ],
        remainingIds: [photoId(1)],
      })
    })

    test('that removes photos can be tried again', async () => {
      const id = await real.album('Texel', [1])
      real.link.fail({ method: 'DELETE', path: '/photos', kind: 'requestLost' })
      const { removePhotosFromAlbum } = await real.read(anna, removePhotos, { id, photoIds: [photoId(1)] })
      expect(removePhotosFromAlbum).toMatchObject({
        album: { photosCount: 1 },
        removedIds: [],
        failed: [{ id: photoId(1), code: 'FAILED' }],
        remainingIds: [photoId(1)],
      })
    })

    test('that removes photos from an album of several pages reports all of them as remaining, and can be tried again', async () => {
      const numbers = Array.from({ length: 501 }, (_, index) => 100 + index)
      await real.seed(anna, numbers)
      const id = await real.album('Large', numbers.slice(0, 500))
      await real.read(anna, addPhotos, { id, photoIds: [photoId(600)] })
      real.link.fail({ method: 'DELETE', path: '/photos', kind: 'requestLost' })
      const photoIds = [photoId(100), photoId(600)]
      const { removePhotosFromAlbum } = await real.read(anna, removePhotos, { id, photoIds })
      expect(removePhotosFromAlbum).toMatchObject({ removedIds: [], remainingIds: photoIds })
      const again = await real.read(anna, removePhotos, { id, photoIds })
      expect(again.removePhotosFromAlbum).toMatchObject({ album: { photosCount: 499 }, removedIds: photoIds })
    })

    test('that deletes a shared album fails', async () => {
      const shared = await real.share(await real.album('Texel'), { [bram]: [] })
      real.link.fail({ method: 'DELETE', path: '/shared-albums/', kind: 'requestLost' })
      expect(await codesOf(removeShared, { id: shared })).toEqual(['UPSTREAM_UNAVAILABLE'])
      expect(await albumNames()).toEqual(['Texel'])
    })
  })

  describe('concurrent changes in two windows', () => {
    test('both get a response when one renames and the other deletes an album, and the album is deleted', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await real.album('Texel')
        const [renamed, deleted] = await Promise.all([
          real.read(anna, rename, { id, name: 'Vlieland' }),
          real.read(anna, remove, { id }),
        ])
        expect([{ album: { name: 'Vlieland' } }, { code: 'NOT_FOUND' }]).toContainEqual(renamed.renameAlbum)
        expect(deleted.deleteAlbum).toMatchObject({ deletedAlbumId: id })
        expect(await albumNames()).toEqual([])
      }
    })

    test('leave no deleted photo in the album, and a correct count, when one adds photos and the other deletes them', async () => {
      const id = await real.album('Texel')
      const numbers = Array.from({ length: 60 }, (_, index) => 100 + index)
      await real.seed(anna, numbers)
      const deletion = `mutation ($photoIds: [ID!]!) { deletePhotos(input: { photoIds: $photoIds }) {
        ... on DeletePhotosSuccess { deletedIds } } }`
      const parts = [0, 20, 40].map((start) => numbers.slice(start, start + 20).map(photoId))
      const all = numbers.map(photoId)
      const [added] = await Promise.all([
        real.read(anna, addPhotos, { id, photoIds: all }),
        ...parts.map((photoIds) => real.read(anna, deletion, { photoIds })),
      ])
      const { addedIds, failed } = added.addPhotosToAlbum
      expect([...addedIds, ...failed.map((photo: { id: string }) => photo.id)].toSorted(byText)).toEqual(
        all.toSorted(byText),
      )
      const query =
        'query ($id: ID!) { node(id: $id) { ... on Album { photosCount cover { id } photos { edges { cursor } } } } }'
      const { node } = await real.read(anna, query, { id })
      expect(node).toEqual({ photosCount: 0, cover: null, photos: { edges: [] } })
    })
  })
}

import { describe, expect, test } from 'vitest'
import { globalId } from '../../support/globalIds.ts'
import { anna, bram } from '../../support/tokens.ts'
import { type RealAlbums, keyOf, photoId } from './realAlbums.ts'

const library = 'library { albumsCount albums { edges { node { name } } } }'
const create = `mutation ($name: String!) { createAlbum(input: { name: $name }) { __typename
... on CreateAlbumSuccess { album { id name photosCount isShared created cover { id } } ${library} }
... on InvalidAlbumName { code problem } } }`
const rename = `mutation ($id: ID!, $name: String!) { renameAlbum(input: { albumId: $id, name: $name }) { __typename
... on RenameAlbumSuccess { album { id name } }
... on InvalidAlbumName { code problem } ... on AlbumNotFound { code }
... on AlbumIsShared { code sharedAlbum { id name participants { email } } } } }`
const remove = `mutation ($id: ID!) { deleteAlbum(input: { albumId: $id }) { __typename
... on DeleteAlbumSuccess { deletedAlbumId ${library} } ... on AlbumNotFound { code }
... on AlbumIsShared { code sharedAlbum { id } } } }`
const addPhotos = `mutation ($id: ID!, $photoIds: [ID!]!) { addPhotosToAlbum(input: { albumId: $id, photoIds: $photoIds }) {
__typename ... on AddPhotosToAlbumSuccess { album { photosCount cover { fileName } } addedIds failed { id code } remainingIds }
... on AlbumNotFound { code } ... on AlbumIsShared { code sharedAlbum { id } } } }`
const removePhotos = `mutation ($id: ID!, $photoIds: [ID!]!) {
removePhotosFromAlbum(input: { albumId: $id, photoIds: $photoIds }) { __typename
  ... on RemovePhotosFromAlbumSuccess { album { photosCount } removedIds failed { id code } remainingIds }
  ... on AlbumNotFound { code } ... on AlbumIsShared { code sharedAlbum { id } } } }`
const removeShared = `mutation ($id: ID!) { deleteSharedAlbum(input: { sharedAlbumId: $id }) { __typename
... on DeleteSharedAlbumSuccess { deletedSharedAlbumId deletedAlbumId library { albumsCount sharedAlbumsCount photosCount } }
... on AlbumNotFound { code } } }`

const missing = { __typename: 'AlbumNotFound', code: 'NOT_FOUND' }
/** Invalid album ids, and ids of albums that do not exist. */
const idsWithoutAlbum = [
  'nonsense',
  photoId(1),
  globalId('Album', '018f3c1a-3333-7000-8000-00000000dead'),
  globalId('Album', '1'),
]

const isShared = (sharedAlbum: object) => ({ __typename: 'AlbumIsShared', code: 'ALBUM_IS_SHARED', sharedAlbum })

/** Tests all result types of all album mutations. */
export function describeChanging(real: RealAlbums): void {
  /** The data of a successful mutation with one field. */
  async function change(accountId: string, query: string, variables: Record<string, unknown>) {
    const data = await real.read(accountId, query, variables)
    return Object.values(data)[0]
  }

  async function shareOne(): Promise<{ id: string; shared: string }> {
    const id = await real.album('Texel', [1, 2])
    const shared = await real.share(id, { [bram]: [21] })
    real.link.forget()
    return { id, shared }
  }

  describe('createAlbum', () => {
    test('creates an empty album that is first in the list', async () => {
      await real.album('Older')
      expect(await change(anna, create, { name: 'Texel ☀' })).toEqual({
        __typename: 'CreateAlbumSuccess',
        album: {
          id: expect.any(String),
          name: 'Texel ☀',
          photosCount: 0,
          isShared: false,
          created: expect.stringMatching(/Z$/),
          cover: null,
        },
        library: { albumsCount: 2, albums: { edges: [{ node: { name: 'Texel ☀' } }, { node: { name: 'Older' } }] } },
      })
    })

    test.each([
      ['', 'MISSING'],
      [' Texel', 'NOT_VALID'],
      ['\tTexel', 'NOT_VALID'],
      ['a < b', 'NOT_VALID'],
      ['a > b', 'NOT_VALID'],
      ['a; b', 'NOT_VALID'],
      ['a\u0000b', 'NOT_VALID'],
      ['x'.repeat(256), 'NOT_VALID'],
      ['\u202e\u200b', 'MISSING'],
      ['\u202e Texel', 'NOT_VALID'],
    ])('rejects the name %j without calling the service', async (name, problem) => {
      const invalid = { __typename: 'InvalidAlbumName', code: 'INVALID_ALBUM_NAME', problem }
      expect(await change(anna, create, { name })).toEqual(invalid)
      expect(await change(anna, rename, { id: globalId('Album', '1'), name })).toEqual(invalid)
      expect(real.link.calls).toEqual([])
    })

    test('accepts a name of 255 characters, and two albums with the same name', async () => {
      const name = 'x'.repeat(255)
      const [one, other] = [await real.album(name), await real.album(name)]
      expect(one).not.toBe(other)
    })
  })

  describe('renameAlbum', () => {
    test('changes only the name, and can be repeated', async () => {
      const id = await real.album('Texel', [1])
      const renamed = { __typename: 'RenameAlbumSuccess', album: { id, name: 'Vlieland' } }
      expect(await change(anna, rename, { id, name: 'Vlieland' })).toEqual(renamed)
      expect(await change(anna, rename, { id, name: 'Vlieland' })).toEqual(renamed)
    })

    test.each(idsWithoutAlbum)('finds no album with the id %s', async (id) => {
      expect(await change(anna, rename, { id, name: 'Other' })).toEqual(missing)
    })

    test('returns AlbumNotFound when the album was deleted in the meantime', async () => {
      const id = await real.album('Texel')
      await change(anna, remove, { id })
      expect(await change(anna, rename, { id, name: 'Other' })).toEqual(missing)
    })

    test('returns AlbumIsShared with the album when it was shared in the meantime', async () => {
      const { id, shared } = await shareOne()
      const album = { id: shared, name: 'Texel', participants: [{ email: 'b@example.com' }] }
      expect(await change(anna, rename, { id, name: 'Other' })).toEqual(isShared(album))
    })
  })

  describe('deleteAlbum', () => {
    test('deletes an album but not its photos', async () => {
      const id = await real.album('Texel', [1, 2])
      const after = { albumsCount: 0, albums: { edges: [] } }
      expect(await change(anna, remove, { id })).toEqual({
        __typename: 'DeleteAlbumSuccess',
        deletedAlbumId: id,
        library: after,
      })
      const { viewer } = await real.read(anna, '{ viewer { library { photosCount } } }')
      expect(viewer.library.photosCount).toBe(9)
      expect(await change(anna, remove, { id })).toEqual(missing)
    })

    test.each(idsWithoutAlbum)('finds no album with the id %s', async (id) => {
      expect(await change(anna, remove, { id })).toEqual(missing)
    })

    test('rejects a shared album', async () => {
      const { id, shared } = await shareOne()
      expect(await change(anna, remove, { id })).toEqual(isShared({ id: shared }))
    })
  })

  describe('addPhotosToAlbum', () => {
    test('reports new and already contained photos as added, and photos of other customers as failed', async () => {
      const id = await real.album('Texel', [1])
      const photoIds = [photoId(1), photoId(2), photoId(2), photoId(21), photoId(77), 'nonsense']
      expect(await change(anna, addPhotos, { id, photoIds })).toEqual({
        __typename: 'AddPhotosToAlbumSuccess',
        album: { photosCount: 2, cover: { fileName: '2.jpg' } },
        addedIds: [photoId(1), photoId(2)],
        failed: [photoId(21), photoId(77), 'nonsense'].map((failed) => ({ id: failed, code: 'NOT_FOUND' })),
        remainingIds: [],
      })
    })

    test('rejects a photo of another customer, even if the viewer can see it', async () => {
      await shareOne()
      const id = await real.album('Mine')
      expect(await change(anna, addPhotos, { id, photoIds: [photoId(21)] })).toMatchObject({
        album: { photosCount: 0 },
        addedIds: [],
        failed: [{ id: photoId(21), code: 'NOT_FOUND' }],
      })
    })

    test('has no further effect when repeated', async () => {
      const id = await real.album('Texel')
      const photoIds = [photoId(1), photoId(2)]
      const once = await change(anna, addPhotos, { id, photoIds })
      expect(once).toMatchObject({ album: { photosCount: 2 }, addedIds: photoIds, failed: [] })
      expect(await change(anna, addPhotos, { id, photoIds })).toEqual(once)
    })

    test('takes two calls when it succeeds', async () => {
      const id = await real.album('Texel')
      real.link.forget()
      await change(anna, addPhotos, { id, photoIds: [photoId(1)] })
      expect(real.link.calls).toEqual([`POST /albums/${keyOf(id)}/photos`, `GET /albums/${keyOf(id)}`])
    })

    test.each(idsWithoutAlbum)('finds no album with the id %s', async (id) => {
      expect(await change(anna, addPhotos, { id, photoIds: [photoId(1)] })).toEqual(missing)
    })

    test('rejects a shared album', async () => {
      const { id, shared } = await shareOne()
      expect(await change(anna, addPhotos, { id, photoIds: [photoId(3)] })).toEqual(isShared({ id: shared }))
    })
  })

  describe('removePhotosFromAlbum', () => {
    test('removes photos but keeps them in the library, and reports those that were not in the album', async () => {
      const id = await real.album('Texel', [1, 2, 3])
      const photoIds = [photoId(1), photoId(2), photoId(4), 'nonsense']
      expect(await change(anna, removePhotos, { id, photoIds })).toEqual({
        __typename: 'RemovePhotosFromAlbumSuccess',
        album: { photosCount: 1 },
        removedIds: [photoId(1), photoId(2)],
        failed: [photoId(4), 'nonsense'].map((failed) => ({ id: failed, code: 'NOT_FOUND' })),
        remainingIds: [],
      })
      const { viewer } = await real.read(anna, '{ viewer { library { photosCount } } }')
      expect(viewer.library.photosCount).toBe(9)
      expect(await change(anna, removePhotos, { id, photoIds: [photoId(1)] })).toMatchObject({
        removedIds: [],
        failed: [{ code: 'NOT_FOUND' }],
      })
    })

    test.each(idsWithoutAlbum)('finds no album with the id %s', async (id) => {
      expect(await change(anna, removePhotos, { id, photoIds: [photoId(1)] })).toEqual(missing)
    })

    test('rejects a shared album', async () => {
      const { id, shared } = await shareOne()
      expect(await change(anna, removePhotos, { id, photoIds: [photoId(1)] })).toEqual(isShared({ id: shared }))
    })
  })

  test.each([0, 501])('a request to add or remove %d photos is rejected', async (count) => {
    const photoIds = Array.from({ length: count }, (_, index) => photoId(index))
    for (const query of [addPhotos, removePhotos]) {
      const { errors } = await real.ask(anna, query, { id: globalId('Album', '1'), photoIds })
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT'])
    }
    expect(real.link.calls).toEqual([])
  })

  describe('deleteSharedAlbum', () => {
    test('deletes the album for all members when called by its owner, and keeps all photos', async () => {
      const { id, shared } = await shareOne()
      expect(await change(anna, removeShared, { id: shared })).toEqual({
        __typename: 'DeleteSharedAlbumSuccess',
        deletedSharedAlbumId: shared,
        deletedAlbumId: id,
        library: { albumsCount: 0, sharedAlbumsCount: 0, photosCount: 9 },
      })
      const { viewer, node } = await real.read(
        bram,
        'query ($id: ID!) { node(id: $id) { id } viewer { library { sharedAlbumsCount photosCount } } }',
        { id: shared },
      )
      expect([node, viewer.library]).toEqual([null, { sharedAlbumsCount: 0, photosCount: 3 }])
      expect(await change(anna, removeShared, { id: shared })).toEqual(missing)
    })

    test('makes the caller leave if they are a participant, and removes their photos from the album', async () => {
      const { id, shared } = await shareOne()
      expect(await change(bram, removeShared, { id: shared })).toEqual({
        __typename: 'DeleteSharedAlbumSuccess',
        deletedSharedAlbumId: shared,
        deletedAlbumId: null,
        library: { albumsCount: 0, sharedAlbumsCount: 0, photosCount: 3 },
      })
      const query = 'query ($id: ID!) { node(id: $id) { ... on Album { photosCount isShared } } }'
      expect((await real.read(anna, query, { id })).node).toEqual({ photosCount: 2, isShared: false })
      expect(await change(bram, removeShared, { id: shared })).toEqual(missing)
    })

    test.each(idsWithoutAlbum)('finds no album with the id %s', async (id) => {
      expect(await change(anna, removeShared, { id })).toEqual(missing)
    })

    test('does not find an album that is not shared', async () => {
      const id = await real.album('Texel')
      expect(await change(anna, removeShared, { id: globalId('SharedAlbum', keyOf(id)) })).toEqual(missing)
    })
  })

  test('deletePhotos never deletes a photo of another customer, even if it is visible in a shared album', async () => {
    await shareOne()
    const query = `mutation ($photoIds: [ID!]!) { deletePhotos(input: { photoIds: $photoIds }) {
    ... on DeletePhotosSuccess { deletedIds failed { id code } remainingIds } } }`
    expect(await change(anna, query, { photoIds: [photoId(21), photoId(3)] })).toEqual({
      deletedIds: [photoId(3)],
      failed: [{ id: photoId(21), code: 'NOT_FOUND' }],
      remainingIds: [],
    })
    // The photo is not deleted even if the response to the call was lost.
    real.link.fail({ method: 'DELETE', path: '/photos', kind: 'responseLost' })
    expect(await change(anna, query, { photoIds: [photoId(21), photoId(4)] })).toMatchObject({
      deletedIds: [photoId(4)],
      failed: [{ id: photoId(21), code: 'NOT_FOUND' }],
    })
    expect((await real.read(bram, '{ viewer { library { photosCount } } }')).viewer.library.photosCount).toBe(3)
  })
}

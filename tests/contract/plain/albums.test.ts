import { beforeEach, describe, expect, test } from 'vitest'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { anna, bram, emailOf } from '../../support/tokens.ts'

/* Tests what customers do with albums. The services answer only the calls of the specification. */

const setup = setUpPlainGateway()
const store = () => setup.upstreams.albums

let own: string
let shared: string
let ownShared: string

beforeEach(() => {
  const { upstreams } = setup
  upstreams.library(anna).photos = [1, 2, 3, 4, 5].map((number) => buildPhoto(number, `2024-04-0${number}T10:00:00`))
  upstreams.library(bram).photos = [11, 12, 13].map((number) => buildPhoto(number, '2024-04-11T10:00:00'))
  store().albums = []
  const put = (number: number, ownerId: string, participants: string[], numbers: number[]) =>
    store().put(number, { ownerId, participants, photoIds: numbers.map(imageIdOf), name: `Album ${number}` }).albumId
  own = put(1, anna, [], [1, 2, 3])
  shared = put(2, bram, [anna], [11, 12, 4])
  ownShared = put(3, anna, [bram], [5, 13])
})

const albumId = () => setup.globalId('Album', own)
const sharedAlbumId = () => setup.globalId('SharedAlbum', shared)
const pathOf = (kind: string, id: string) => `/photos/${kind}/${id}`

describe('an album', () => {
  test('is listed, and takes one call each for the album, its photos and the neighbours of a photo', async () => {
    const list = await setup.read(
      '{ viewer { library { albumsCount albums(first: 5) { edges { node { id name } } } } } }',
    )
    expect(list.data.viewer.library.albums.edges.map(({ node }: { node: object }) => node)).toEqual([
      { id: setup.globalId('Album', ownShared), name: 'Album 3' },
      { id: albumId(), name: 'Album 1' },
    ])
    expect(list.calls.toSorted()).toEqual(['GET /photos/albums', 'GET /photos/users'])
    const query = `query ($id: ID!, $of: ID!) { node(id: $id) { ... on Album { name photosCount isShared cover { fileName }
      photos(first: 5, sortKey: DATE_TAKEN) { edges { node { fileName } } }
      neighbours(of: $of, sortKey: DATE_TAKEN, sortOrder: DESC) { previous { fileName } next { fileName } } } } }`
    const { data, calls } = await setup.read(query, { id: albumId(), of: setup.photo(2) })
    expect(data.node).toMatchObject({ name: 'Album 1', photosCount: 3, isShared: false })
    expect(data.node.neighbours).toEqual({ previous: { fileName: 'IMG_3.jpg' }, next: { fileName: 'IMG_1.jpg' } })
    const photos = `GET ${pathOf('albums', own)}/photos`
    expect(calls.toSorted()).toEqual([`GET ${pathOf('albums', own)}`, photos, photos])
  })

  test('is created, renamed, filled, emptied and deleted', async () => {
    const created = await setup.read(
      'mutation { createAlbum(input: { name: "Texel" }) { ... on CreateAlbumSuccess { album { id name } } } }',
    )
    const { id } = created.data.createAlbum.album
    const [album] = store().albums.slice(-1)
    expect(id).toBe(setup.globalId('Album', album?.albumId ?? ''))
    const change = async (text: string, variables: Record<string, unknown>) => (await setup.read(text, variables)).data
    const rename =
      'mutation ($id: ID!) { renameAlbum(input: { albumId: $id, name: "Ameland" }) { ... on RenameAlbumSuccess { album { name } } } }'
    expect((await change(rename, { id })).renameAlbum.album.name).toBe('Ameland')
    const photoIds = [setup.photo(4), setup.photo(77), setup.photo(5)]
    const add = `mutation ($id: ID!, $photoIds: [ID!]!) { addPhotosToAlbum(input: { albumId: $id, photoIds: $photoIds }) {
      ... on AddPhotosToAlbumSuccess { addedIds failed { id code } album { photosCount } } } }`
    expect((await change(add, { id, photoIds })).addPhotosToAlbum).toEqual({
      addedIds: [photoIds[0], photoIds[2]],
      failed: [{ id: photoIds[1], code: 'NOT_FOUND' }],
      album: { photosCount: 2 },
    })
    const remove = `mutation ($id: ID!, $photoIds: [ID!]!) { removePhotosFromAlbum(input: { albumId: $id, photoIds: $photoIds }) {
      ... on RemovePhotosFromAlbumSuccess { removedIds album { photosCount } } } }`
    expect((await change(remove, { id, photoIds: [photoIds[0]] })).removePhotosFromAlbum).toEqual({
      removedIds: [photoIds[0]],
      album: { photosCount: 1 },
    })
    const removal =
      'mutation ($id: ID!) { deleteAlbum(input: { albumId: $id }) { ... on DeleteAlbumSuccess { deletedAlbumId } } }'
    expect((await change(removal, { id })).deleteAlbum).toEqual({ deletedAlbumId: id })
    expect(store().albums.includes(album ?? store().put(9, { ownerId: anna }))).toBe(false)
  })
})

describe('a shared album', () => {
  const query = `query ($id: ID!) { node(id: $id) { ... on SharedAlbum { name viewerIsOwner owner { email }
    participants { email isViewer } photos(first: 5, sortKey: DATE_TAKEN) { edges { node { fileName owner { email } } } } } } }`

  test('is in the list with its members', async () => {
    const { data, calls } = await setup.read(
      '{ viewer { library { sharedAlbumsCount sharedAlbums(first: 5) { edges { node { id name cover { id } owner { email } participants { email } } } } } } }',
    )
    expect(data.viewer.library).toEqual({
      sharedAlbumsCount: 1,
      sharedAlbums: {
        edges: [
          {
            node: {
              id: sharedAlbumId(),
              name: 'Album 2',
              cover: null,
              owner: { email: emailOf(bram) },
              participants: [{ email: emailOf(anna) }],
            },
          },
        ],
      },
    })
    expect(calls.toSorted()).toEqual(['GET /photos/shared-albums', 'GET /photos/users/shared-albums'])
  })

  test('takes one call more than an unshared album, to find the owners of its photos', async () => {
    const { data, calls } = await setup.read(query, { id: sharedAlbumId() })
    expect(data.node.photos.edges.map(({ node }: { node: object }) => node)).toEqual([
      { fileName: 'IMG_12.jpg', owner: { email: emailOf(bram) } },
      { fileName: 'IMG_11.jpg', owner: { email: emailOf(bram) } },
      { fileName: 'IMG_4.jpg', owner: null },
    ])
    const path = pathOf('shared-albums', shared)
    expect(calls.filter((call) => call.endsWith('/photos'))).toEqual([`GET ${path}/photos`])
    expect(calls.filter((call) => call.endsWith('/participants')).length).toBeLessThanOrEqual(2)
  })

  test.each([
    ['that others share', () => shared, 12],
    ['of the viewer', () => ownShared, 13],
  ])(
    '%s contains photos of other members, and a link to such a photo finds it with its owner',
    async (_what, album, number) => {
      const photo = 'query ($id: ID!) { node(id: $id) { ... on Photo { fileName owner { email } } } }'
      const { data, calls } = await setup.read(photo, { id: setup.photo(number) })
      expect(data.node).toEqual({ fileName: `IMG_${number}.jpg`, owner: { email: emailOf(bram) } })
      // Albums that others share are searched first.
      expect(calls.includes('GET /photos/albums')).toBe(album() === ownShared)
      const again = await setup.read(photo, { id: setup.photo(number) })
      expect(again.calls).toEqual(
        ['photos', 'participants'].map((last) => `GET ${pathOf('shared-albums', album())}/${last}`),
      )
    },
  )

  test('is skipped if it is deleted during the search for a photo', async () => {
    setup.upstreams.fail(pathOf('shared-albums', shared), { kind: 'status', status: 404 })
    const photo = 'query ($id: ID!) { node(id: $id) { ... on Photo { fileName } } }'
    expect((await setup.read(photo, { id: setup.photo(13) })).data.node).toEqual({ fileName: 'IMG_13.jpg' })
    expect((await setup.read(photo, { id: setup.photo(11) })).data.node).toBeNull()
  })

  test('returns the neighbours of a photo, and names the owner of each photo when a download is requested', async () => {
    const neighboursQuery = `query ($id: ID!, $of: ID!) { node(id: $id) { ... on SharedAlbum {
      neighbours(of: $of, sortKey: DATE_TAKEN, sortOrder: DESC) { previous { fileName } next { fileName } } } } }`
    const { data } = await setup.read(neighboursQuery, { id: sharedAlbumId(), of: setup.photo(12) })
    expect(data.node.neighbours).toEqual({ previous: null, next: { fileName: 'IMG_11.jpg' } })
    const download = `mutation ($id: ID!, $photoIds: [ID!]!) { requestSharedAlbumDownload(input: { sharedAlbumId: $id, photoIds: $photoIds }) {
      ... on RequestDownloadSuccess { download { id state photosCount } } } }`
    const photoIds = [setup.photo(12), setup.photo(77), setup.photo(4)]
    const requested = await setup.read(download, { id: sharedAlbumId(), photoIds })
    expect(requested.data.requestSharedAlbumDownload.download).toMatchObject({ state: 'STARTED', photosCount: 2 })
    const path = pathOf('shared-albums', shared)
    expect(requested.calls.toSorted()).toEqual([
      `GET ${path}`,
      `GET ${path}/photos`,
      'POST /downloads/shared-album-downloads',
    ])
    expect(setup.upstreams.calls.at(-1)?.body).toEqual({
      photos: [
        { photoId: imageIdOf(12), ownerId: bram },
        { photoId: imageIdOf(4), ownerId: anna },
      ],
    })
  })

  test('can be left', async () => {
    const leave = `mutation ($id: ID!) { deleteSharedAlbum(input: { sharedAlbumId: $id }) {
      ... on DeleteSharedAlbumSuccess { deletedSharedAlbumId deletedAlbumId } } }`
    const { data } = await setup.read(leave, { id: sharedAlbumId() })
    expect(data.deleteSharedAlbum).toEqual({ deletedSharedAlbumId: sharedAlbumId(), deletedAlbumId: null })
  })
})

import { describe, expect, test } from 'vitest'
import { globalId } from '../../support/globalIds.ts'
import { anna, bram } from '../../support/tokens.ts'
import { type RealAlbums, cees, keyOf, photoId } from './realAlbums.ts'

const names = (list: { edges: { node: { name: string } }[] }) => list.edges.map(({ node }) => node.name)

/** Tests what albums return, and the number of calls. */
export function describeReading(real: RealAlbums): void {
  async function addTo(id: string, number: number): Promise<void> {
    const mutation = `mutation ($id: ID!, $photo: ID!) { addPhotosToAlbum(input: { albumId: $id, photoIds: [$photo] }) { __typename } }`
    await real.read(anna, mutation, { id, photo: photoId(number) })
  }

  describe('the albums page', () => {
    const page = `query ($first: Int, $after: String) { viewer { library { albumsCount sharedAlbumsCount
    albums(first: $first, after: $after) {
      edges { node { id name photosCount created isShared sharedAlbum { id viewerIsOwner }
        cover { fileName width owner { email } } } }
      pageInfo { hasNextPage endCursor }
    } } } }`

    test('takes three calls for 50 albums with covers, and one more for the next page', async () => {
      await real.writeAlbums(53)
      const { viewer } = await real.read(anna, page, { first: 50 })
      expect(viewer.library).toMatchObject({ albumsCount: 53, sharedAlbumsCount: 0 })
      const { edges, pageInfo } = viewer.library.albums
      expect(edges).toHaveLength(50)
      expect(edges[0].node).toEqual({
        id: expect.any(String),
        name: 'Album 53',
        photosCount: 2,
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        isShared: false,
        sharedAlbum: null,
        cover: { fileName: '2.jpg', width: 4, owner: null },
      })
      expect(real.link.calls.toSorted()).toEqual([
        'GET /albums?limit=50&displaySharedData=true',
        'GET /users',
        'GET /users/shared-albums',
      ])
      real.link.forget()
      const rest = 'query ($after: String) { viewer { library { albums(after: $after) { edges { node { name } } } } } }'
      const { viewer: second } = await real.read(anna, rest, { after: pageInfo.endCursor })
      expect(names(second.library.albums)).toEqual(['Album 3', 'Album 2', 'Album 1'])
      expect(real.link.calls).toHaveLength(1)
    })

    test('takes one call for shared albums with owners, participants and covers', async () => {
      for (const id of await real.writeAlbums(12)) await real.share(id, { [bram]: [21], [cees]: [] })
      real.link.forget()
      const query = `{ viewer { library { sharedAlbums { edges { node { name photosCount viewerIsOwner
      owner { email isViewer } participants { email isViewer } cover { fileName owner { email isViewer } } } } } } } }`
      const { viewer } = await real.read(bram, query)
      expect(viewer.library.sharedAlbums.edges).toHaveLength(12)
      const [{ node }] = viewer.library.sharedAlbums.edges
      expect(node).toMatchObject({
        name: 'Album 12',
        photosCount: 3,
        viewerIsOwner: false,
        owner: { email: 'a@example.com', isViewer: false },
        cover: { fileName: '21.jpg', owner: null },
      })
      expect(node.participants).toHaveLength(2)
      expect(node.participants).toContainEqual({ email: 'b@example.com', isViewer: true })
      expect(node.participants).toContainEqual({ email: 'c@example.com', isViewer: false })
      expect(real.link.calls).toEqual(['GET /shared-albums?limit=50'])
    })

    test('shows which albums are shared, without a call per album, and omits shared albums on request', async () => {
      const [first = ''] = await real.writeAlbums(3)
      const shared = await real.share(first, { [bram]: [] })
      real.link.forget()
      const { viewer } = await real.read(anna, page)
      const found = viewer.library.albums.edges.map(({ node }: { node: object }) => node)
      expect(found.at(-1)).toMatchObject({
        name: 'Album 1',
        isShared: true,
        sharedAlbum: { id: shared, viewerIsOwner: true },
      })
      expect(real.link.calls).toHaveLength(3)
      const unshared = '{ viewer { library { albums(includeShared: false) { edges { node { name } } } } } }'
      expect(names((await real.read(anna, unshared)).viewer.library.albums)).toEqual(['Album 3', 'Album 2'])
    })
  })

  describe('an album', () => {
    const whole = `query ($id: ID!, $photo: ID!, $sortKey: PhotoSortKey, $sortOrder: SortOrder) { node(id: $id) {
    ... on Album { name photosCount isShared cover { fileName }
      photos(sortKey: $sortKey, sortOrder: $sortOrder) { edges { node { fileName created owner { email } } } }
      neighbours(of: $photo) { previous { fileName } next { fileName } }
      sharedAlbum { participants { email } } } } }`

    test('takes two calls for itself and its photos, and one more for neighbours', async () => {
      const id = await real.album('Texel', [3, 1, 2])
      real.link.forget()
      const { node } = await real.read(anna, whole, { id, photo: photoId(1) })
      expect(node).toMatchObject({ name: 'Texel', photosCount: 3, isShared: false, sharedAlbum: null })
      expect(real.link.calls).toHaveLength(3)
      const fileNames = node.photos.edges.map((edge: { node: { fileName: string } }) => edge.node.fileName)
      const place = fileNames.indexOf('1.jpg')
      const at = (index: number) => (fileNames[index] ? { fileName: fileNames[index] } : null)
      expect(node.neighbours).toEqual({ previous: at(place - 1), next: at(place + 1) })
      // A photo is one record in all lists: `created` is the time it was added to the library.
      expect(node.photos.edges[place].node).toMatchObject({ created: '2026-03-01T00:00:01.000Z', owner: null })
    })

    test.each([
      ['CREATED', 'ASC', ['4.jpg', '2.jpg', '3.jpg']],
      ['CREATED', 'DESC', ['3.jpg', '2.jpg', '4.jpg']],
      ['DATE_TAKEN', 'ASC', ['2.jpg', '3.jpg', '4.jpg']],
      ['DATE_TAKEN', 'DESC', ['4.jpg', '3.jpg', '2.jpg']],
    ])('lists its photos by %s, %s, page by page', async (sortKey, sortOrder, expected) => {
      const id = await real.album('Texel', [4])
      for (const number of [2, 3]) await addTo(id, number)
      const gathered: string[] = []
      let after: string | null = null
      do {
        const query = `query ($id: ID!, $after: String, $sortKey: PhotoSortKey, $sortOrder: SortOrder) { node(id: $id) { ... on Album {
        photos(first: 2, after: $after, sortKey: $sortKey, sortOrder: $sortOrder) {
          edges { node { fileName } } pageInfo { hasNextPage endCursor } } } } }`
        const { node } = await real.read(anna, query, { id, after, sortKey, sortOrder })
        gathered.push(...node.photos.edges.map((edge: { node: { fileName: string } }) => edge.node.fileName))
        after = node.photos.pageInfo.hasNextPage ? node.photos.pageInfo.endCursor : null
      } while (after !== null)
      expect(gathered).toEqual(expected)
    })

    test('has no cover and no photos when it is empty', async () => {
      const id = await real.album('Nothing yet')
      const { node } = await real.read(anna, whole, { id, photo: photoId(1) })
      expect(node).toMatchObject({ photosCount: 0, cover: null, photos: { edges: [] }, neighbours: null })
    })

    test('loses deleted photos, and its cover changes to a remaining photo', async () => {
      const id = await real.album('Texel', [1])
      await addTo(id, 2)
      const deletion = 'mutation ($id: ID!) { deletePhotos(input: { photoIds: [$id] }) { __typename } }'
      await real.read(anna, deletion, { id: photoId(2) })
      const { node } = await real.read(anna, whole, { id, photo: photoId(1) })
      expect(node).toMatchObject({ photosCount: 1, cover: { fileName: '1.jpg' } })
    })
  })

  describe('a shared album', () => {
    const whole = `query ($id: ID!) { node(id: $id) { ... on SharedAlbum { name photosCount viewerIsOwner
    owner { email isViewer } participants { email isViewer }
    photos(sortKey: DATE_TAKEN) { edges { node { id fileName owner { email isViewer } } } } } } }`
    let shared: string

    async function shareOne(): Promise<void> {
      shared = await real.share(await real.album('Texel', [1]), { [bram]: [21] })
      real.link.forget()
    }

    test('shows its owner the owners of all photos, with two calls', async () => {
      await shareOne()
      expect((await real.read(anna, whole, { id: shared })).node).toEqual({
        name: 'Texel',
        photosCount: 2,
        viewerIsOwner: true,
        owner: { email: 'a@example.com', isViewer: true },
        participants: [{ email: 'b@example.com', isViewer: false }],
        photos: {
          edges: [
            { node: { id: photoId(21), fileName: '21.jpg', owner: { email: 'b@example.com', isViewer: false } } },
            { node: { id: photoId(1), fileName: '1.jpg', owner: null } },
          ],
        },
      })
      expect(real.link.calls).toHaveLength(2)
    })

    test('shows a participant the owner, the participants and the owners of all photos', async () => {
      await shareOne()
      const { node } = await real.read(bram, whole, { id: shared })
      expect(node).toMatchObject({ viewerIsOwner: false, owner: { email: 'a@example.com', isViewer: false } })
      expect(node.participants).toEqual([{ email: 'b@example.com', isViewer: true }])
      expect(node.photos.edges).toEqual([
        { node: { id: photoId(21), fileName: '21.jpg', owner: null } },
        { node: { id: photoId(1), fileName: '1.jpg', owner: { email: 'a@example.com', isViewer: false } } },
      ])
    })

    test('lets its members load photos of other members by id and as neighbours', async () => {
      await shareOne()
      const query = `query ($id: ID!, $shared: ID!) {
      photo: node(id: $id) { ... on Photo { fileName details { contentType } owner { email } } }
      album: node(id: $shared) { ... on SharedAlbum { neighbours(of: $id) { previous { fileName } next { fileName } } } }
    }`
      const variables = { id: photoId(1), shared }
      expect(await real.read(bram, query, variables)).toMatchObject({
        photo: { fileName: '1.jpg', details: { contentType: 'image/jpeg' }, owner: { email: 'a@example.com' } },
        album: { neighbours: { previous: { fileName: '21.jpg' }, next: null } },
      })
      expect(await real.read(cees, query, variables)).toEqual({ photo: null, album: null })
    })

    test('shows its owner the participants, also through the Album', async () => {
      await shareOne()
      const query = `query ($id: ID!) { node(id: $id) { ... on Album { sharedAlbum { id name cover { fileName }
      owner { email } participants { email } photos { edges { node { fileName } } } } } } }`
      const { node } = await real.read(anna, query, { id: globalId('Album', keyOf(shared)) })
      expect(node.sharedAlbum).toMatchObject({
        id: shared,
        name: 'Texel',
        cover: { fileName: '21.jpg' },
        owner: { email: 'a@example.com' },
        participants: [{ email: 'b@example.com' }],
      })
      expect(node.sharedAlbum.photos.edges).toHaveLength(2)
    })
  })
}

import { beforeEach, describe, expect, test } from 'vitest'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { setUpPlainGateway } from '../../support/plainSetup.ts'
import { anna } from '../../support/tokens.ts'

/* Tests what customers do with photos. The services answer only the calls of the specification. */

const setup = setUpPlainGateway()
const library = () => setup.upstreams.library(anna)

const photoQuery =
  'query ($id: ID!) { node(id: $id) { id ... on Photo { fileName originalUrl details { fileSize } } } }'
const page = 'GET /photos/photos'

beforeEach(() => {
  setup.upstreams.albums.albums = []
  // Photo 1 was taken and uploaded first. Photos 8 and 9 are in May, the others in April, photo 10 has no date.
  library().photos = Array.from({ length: 10 }, (_, index) => {
    const number = index + 1
    if (number === 10) return buildPhoto(number)
    return buildPhoto(number, number > 7 ? `2024-05-0${number}T10:00:00` : `2024-04-0${number}T10:00:00`)
  })
})

describe('a photo', () => {
  test.each([1, 2, 3, 4, 5, 6, 7])('is found by an id of any form: photo %d', async (number) => {
    const id = setup.photo(number)
    const { data, calls } = await setup.read(photoQuery, { id })
    expect(data.node).toMatchObject({ id, fileName: `IMG_${number}.jpg`, details: null })
    expect(calls).toEqual([page])
  })

  test('is found with one call per page up to the page of the photo, and later with a single call', async () => {
    setup.plain.pageSize = 3
    const first = await setup.read(photoQuery, { id: setup.photo(4) })
    expect([first.data.node.fileName, first.calls]).toEqual(['IMG_4.jpg', [page, page, page]])
    const again = await setup.read(photoQuery, { id: setup.photo(4) })
    expect([again.data.node.fileName, again.calls]).toEqual(['IMG_4.jpg', [page]])
  })

  test('is found after it has moved to another page', async () => {
    setup.plain.pageSize = 3
    await setup.read(photoQuery, { id: setup.photo(4) })
    library().photos = library().photos.filter(
      ({ localFileName }) => !['IMG_5.jpg', 'IMG_8.jpg'].includes(localFileName),
    )
    setup.plain.pageSize = 2
    const { data } = await setup.read(photoQuery, { id: setup.photo(2) })
    expect(data.node.fileName).toBe('IMG_2.jpg')
  })

  test.each([
    ['the album in which it was seen was deleted', { kind: 'status', status: 404 }],
    ['the cursor of its page is no longer valid', { kind: 'status', status: 400 }],
  ] as const)('is found although %s', async (_what, fault) => {
    const { albumId } = setup.upstreams.albums.put(1, { ownerId: anna, photoIds: [imageIdOf(4)] })
    const photos = 'query ($id: ID!) { node(id: $id) { ... on Album { photos(first: 5) { edges { node { id } } } } } }'
    await setup.read(photoQuery, { id: setup.photo(77) })
    await setup.read(photos, { id: setup.globalId('Album', albumId) })
    setup.upstreams.fail(`/photos/albums/${albumId}/photos`, fault)
    const { data, calls } = await setup.read(photoQuery, { id: setup.photo(4) })
    expect([data.node.fileName, calls]).toEqual(['IMG_4.jpg', [`GET /photos/albums/${albumId}/photos`, page]])
  })

  test('is not searched again while the service is down', async () => {
    await setup.read(photoQuery, { id: setup.photo(4) })
    setup.upstreams.fail('/photos/photos', { kind: 'status', status: 503 })
    setup.plain.calls.length = 0
    const { data, errors } = await setup.ask(photoQuery, { id: setup.photo(4) })
    expect([data.node, errors[0]?.extensions['code']]).toEqual([null, 'UPSTREAM_UNAVAILABLE'])
    expect(setup.plain.calls.length).toBeLessThanOrEqual(2)
  })

  test('that does not exist is null after the library and the shared albums were read', async () => {
    setup.plain.pageSize = 5
    const { data, calls } = await setup.read(photoQuery, { id: setup.photo(77) })
    expect(data.node).toBeNull()
    expect(calls).toEqual([page, page, 'GET /photos/shared-albums', 'GET /photos/albums'])
  })

  test('that is not found within 40 calls causes a timeout error, because the photo may exist', async () => {
    library().photos = Array.from({ length: 41 }, (_, index) => buildPhoto(index + 1, '2024-04-01T10:00:00'))
    setup.plain.pageSize = 1
    setup.plain.calls.length = 0
    const { data, errors } = await setup.ask('query ($id: ID!) { node(id: $id) { id } }', { id: setup.photo(1) })
    expect(data.node).toBeNull()
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_TIMEOUT'])
    expect(setup.plain.calls.filter((call) => call === page)).toHaveLength(40)
    expect((await setup.read(photoQuery, { id: setup.photo(2) })).data.node.fileName).toBe('IMG_2.jpg')
  })

  test('is searched for with at most 40 calls, including the calls for the lists of shared albums', async () => {
    library().photos = Array.from({ length: 38 }, (_, index) => buildPhoto(index + 1))
    setup.plain.pageSize = 1
    const search = () => setup.ask(photoQuery, { id: setup.photo(77) })
    expect(await search()).toMatchObject({ data: { node: null }, errors: [] })
    library().photos.push(buildPhoto(39))
    expect(await search()).toMatchObject({ errors: [{ extensions: { code: 'UPSTREAM_TIMEOUT' } }] })
  })

  test('that is not found within 40 calls is found by the next request, which continues the search', async () => {
    library().photos = Array.from({ length: 60 }, (_, index) => buildPhoto(index + 1, '2024-04-01T10:00:00'))
    setup.plain.pageSize = 1
    const oldest = { id: setup.photo(1) }
    expect((await setup.ask(photoQuery, oldest)).errors).toHaveLength(1)
    const again = await setup.read(photoQuery, oldest)
    // The search reads the newest page, then the pages from 41 to 60.
    expect([again.data.node.fileName, again.calls.length]).toEqual(['IMG_1.jpg', 1 + 20])
  })

  test('is found with few calls after an unfinished search, if new or on a page that was already read', async () => {
    library().photos = Array.from({ length: 41 }, (_, index) => buildPhoto(index + 1, '2024-04-01T10:00:00'))
    setup.plain.pageSize = 1
    await setup.ask(photoQuery, { id: setup.photo(1) })
    library().photos = [...library().photos, buildPhoto(42)]
    const newest = await setup.read(photoQuery, { id: setup.photo(42) })
    expect([newest.data.node.fileName, newest.calls.length]).toEqual(['IMG_42.jpg', 1])
    // The search reads the newest page, continues the unfinished search to the end of the list (one page), and then
    // begins again with the second page.
    library().photos = library().photos.filter(({ imageId }) => imageId !== imageIdOf(30))
    library().photos.push({ ...buildPhoto(30), imageId: imageIdOf(99), uploadId: imageIdOf(98) })
    const early = await setup.read(photoQuery, { id: setup.photo(99) })
    expect([early.data.node.fileName, early.calls.length]).toEqual(['IMG_30.jpg', 1 + 1 + 12])
    // That search reached the end of the list, so the next search begins with the second page, too.
    library().photos = library().photos.filter(({ imageId }) => imageId !== imageIdOf(35))
    library().photos.push({ ...buildPhoto(35), imageId: imageIdOf(97), uploadId: imageIdOf(96) })
    expect((await setup.read(photoQuery, { id: setup.photo(97) })).calls).toHaveLength(1 + 7)
  })

  test('is searched from the beginning when the stored cursor of an unfinished search is no longer valid', async () => {
    setup.plain.pageSize = 5
    setup.upstreams.fail('/photos/photos?sortKey=created&sortOrder=desc&cursor', { kind: 'status', status: 503 })
    expect((await setup.ask(photoQuery, { id: setup.photo(1) })).errors).toHaveLength(1)
    setup.upstreams.heal()
    setup.upstreams.fail('/photos/photos?sortKey=created&sortOrder=desc&cursor', { kind: 'status', status: 400 }, 1)
    const { data, calls } = await setup.read(photoQuery, { id: setup.photo(1) })
    expect([data.node.fileName, calls.length]).toEqual(['IMG_1.jpg', 3])
  })

  test('is found together with others by reading each page once', async () => {
    setup.plain.pageSize = 5
    const ids = [9, 77, 1, 3].map((number) => setup.photo(number))
    const { data, calls } = await setup.read(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Photo { fileName } } }',
      {
        ids,
      },
    )
    expect(data.nodes.map((node: { fileName: string } | null) => node?.fileName)).toEqual([
      'IMG_9.jpg',
      undefined,
      'IMG_1.jpg',
      'IMG_3.jpg',
    ])
    expect(calls.filter((call) => call === page)).toHaveLength(2)
  })
})

const monthsQuery = `query ($first: Int) { viewer { library { timeline { months {
  year month photosCount photos(first: $first) { edges { node { id fileName } } } } } } } }`
const neighboursQuery = `query ($of: ID!, $key: PhotoSortKey! = DATE_TAKEN, $order: SortOrder! = DESC) {
  viewer { library { neighbours(of: $of, sortKey: $key, sortOrder: $order) { previous { fileName } next { fileName } } } } }`

async function neighboursOf(number: number, sort: { key?: string; order?: string } = {}) {
  const { data, calls } = await setup.read(neighboursQuery, { of: setup.photo(number), ...sort })
  const { neighbours } = data.viewer.library
  return { found: neighbours && [neighbours.previous?.fileName, neighbours.next?.fileName], calls }
}

describe('the timeline', () => {
  const april = 'GET /photos/photos/timeline/2024/4'
  const may = 'GET /photos/photos/timeline/2024/5'

  test('takes a call for the months and one per month', async () => {
    const { data, calls } = await setup.read(monthsQuery, { first: 12 })
    const { months } = data.viewer.library.timeline
    expect(
      months.map(({ month, photosCount }: { month: number; photosCount: number }) => [month, photosCount]),
    ).toEqual([
      [5, 2],
      [4, 7],
      [null, 1],
    ])
    expect(months[0].photos.edges[0].node).toMatchObject({ id: setup.photo(9), fileName: 'IMG_9.jpg' })
    expect(calls).toHaveLength(4)
  })

  test('finds the neighbours of a photo with one call if its month was read before', async () => {
    await setup.read(photoQuery, { id: setup.photo(77) })
    await setup.read(monthsQuery, { first: 12 })
    expect(await neighboursOf(4)).toEqual({ found: ['IMG_5.jpg', 'IMG_3.jpg'], calls: [april] })
    const atStart = await neighboursOf(7)
    expect(atStart).toEqual({ found: ['IMG_8.jpg', 'IMG_6.jpg'], calls: [april, 'GET /photos/users/timeline', may] })
    expect((await neighboursOf(1)).found).toEqual(['IMG_2.jpg', 'IMG_10.jpg'])
    expect((await neighboursOf(9)).found).toEqual([undefined, 'IMG_8.jpg'])
    // In the order of upload (newest first), no photo follows photo 1, although another month follows its month.
    expect((await neighboursOf(1, { key: 'CREATED' })).found).toEqual(['IMG_2.jpg', undefined])
  })

  test('skips months without photos, which a service may list', async () => {
    library().photos = [...library().photos.slice(0, 7), buildPhoto(20, '2024-06-01T10:00:00')]
    await setup.read(photoQuery, { id: setup.photo(77) })
    await setup.read(monthsQuery, { first: 12 })
    const counts = JSON.stringify({ 2024: { 3: 0, 4: 7, 5: 0, 6: 1 } })
    setup.upstreams.fail('/photos/users/timeline', { kind: 'body', text: counts })
    expect((await neighboursOf(7)).found).toEqual(['IMG_20.jpg', 'IMG_6.jpg'])
  })

  test('fails if the neighbours of a photo are not found within 40 calls, including the call for the months', async () => {
    library().photos = Array.from({ length: 40 }, (_, index) => buildPhoto(index + 1, '2024-04-01T10:00:00'))
    await setup.read(photoQuery, { id: setup.photo(77) })
    await setup.read(monthsQuery, { first: 12 })
    setup.plain.monthPageSize = 1
    setup.plain.calls.length = 0
    const { errors } = await setup.ask(neighboursQuery, { of: setup.photo(40), order: 'ASC' })
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_TIMEOUT')
    expect(setup.plain.calls).toEqual(Array.from({ length: 40 }, () => april))
  })

  test('finds the neighbours of a photo with one call per page if the photo was not read before', async () => {
    setup.plain.pageSize = 3
    expect(await neighboursOf(7)).toEqual({ found: ['IMG_8.jpg', 'IMG_6.jpg'], calls: [page, page] })
    // The photo is the first of its page. The gateway has read the page before.
    expect(await neighboursOf(6)).toEqual({ found: ['IMG_7.jpg', 'IMG_5.jpg'], calls: [page, page] })
    expect(await neighboursOf(5)).toEqual({ found: ['IMG_6.jpg', 'IMG_4.jpg'], calls: [page] })
    expect((await neighboursOf(77)).found).toBeNull()
  })

  test('finds the neighbours of the first photo of a page that was not read before', async () => {
    setup.plain.pageSize = 3
    expect(await neighboursOf(6)).toEqual({ found: ['IMG_7.jpg', 'IMG_5.jpg'], calls: [page, page] })
  })

  test('finds the neighbours of a photo that became the first of its page when others were added before it', async () => {
    setup.plain.pageSize = 3
    await neighboursOf(7)
    library().photos = [...library().photos, buildPhoto(20, '2024-06-01T10:00:00')]
    expect((await neighboursOf(6)).found).toEqual(['IMG_7.jpg', 'IMG_5.jpg'])
  })

  test('finds the neighbours of a photo that was read before in another order, or in an album', async () => {
    const { albumId } = setup.upstreams.albums.put(1, { ownerId: anna, photoIds: [imageIdOf(4), imageIdOf(2)] })
    expect((await neighboursOf(1)).found).toEqual(['IMG_2.jpg', 'IMG_10.jpg'])
    expect((await neighboursOf(1, { key: 'CREATED' })).found).toEqual(['IMG_2.jpg', undefined])
    await neighboursOf(1)
    expect((await neighboursOf(1, { order: 'ASC' })).found).toEqual([undefined, 'IMG_2.jpg'])
    const photos = `query ($id: ID!) { node(id: $id) { ... on Album {
      photos(first: 5, sortKey: CREATED, sortOrder: DESC) { edges { node { id } } } } } }`
    await setup.read(photos, { id: setup.globalId('Album', albumId) })
    expect((await neighboursOf(4, { key: 'CREATED' })).found).toEqual(['IMG_5.jpg', 'IMG_3.jpg'])
  })

  test.each([
    { key: 'CREATED', order: 'DESC', ends: [['IMG_9.jpg'], ['IMG_2.jpg', undefined]] },
    {
      key: 'CREATED',
      order: 'ASC',
      ends: [
        ['IMG_9.jpg', undefined],
        [undefined, 'IMG_2.jpg'],
      ],
    },
  ])('finds neighbours in the order by upload: $key $order', async ({ ends: [newest, oldest], ...sort }) => {
    const [first] = newest ?? []
    const ofNewest = (await neighboursOf(10, sort)).found
    expect(ofNewest).toEqual(sort.order === 'DESC' ? [undefined, first] : newest)
    expect((await neighboursOf(1, sort)).found).toEqual(oldest)
  })

  test('pages through the library whatever page size the service has', async () => {
    setup.plain.pageSize = 3
    const query = `query ($after: String) { viewer { library { photos(first: 4, after: $after) {
      edges { node { fileName } } pageInfo { hasNextPage endCursor } } } } }`
    const names: string[] = []
    let after: string | null = null
    do {
      const { data, calls } = await setup.read(query, { after })
      names.push(...data.viewer.library.photos.edges.map(({ node }: { node: { fileName: string } }) => node.fileName))
      after = data.viewer.library.photos.pageInfo.hasNextPage ? data.viewer.library.photos.pageInfo.endCursor : null
      expect(calls.length).toBeLessThanOrEqual(2)
    } while (after !== null)
    expect(names).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 10].map((number) => `IMG_${number}.jpg`))
  })
})

describe('deletion', () => {
  const deletion = `mutation ($ids: [ID!]!) { deletePhotos(input: { photoIds: $ids }) { ... on DeletePhotosSuccess {
    deletedIds failed { id code } library { photosCount } } } }`

  test('of one photo uses the call for a single photo', async () => {
    const { data, calls } = await setup.read(deletion, { ids: [setup.photo(3)] })
    expect(data.deletePhotos).toEqual({ deletedIds: [setup.photo(3)], failed: [], library: { photosCount: 9 } })
    expect(calls).toEqual([`DELETE /photos/photos/${imageIdOf(3)}`, 'GET /photos/users'])
  })

  test('of several photos takes one call, and a further call finds the photos that failed', async () => {
    library().photos[4] = { ...buildPhoto(5, '2024-04-05T10:00:00'), localFileName: 'LOCKED.jpg' }
    const ids = [1, 2, 5, 77].map((number) => setup.photo(number))
    const { data, calls } = await setup.read(deletion, { ids })
    expect(data.deletePhotos).toEqual({
      deletedIds: ids.slice(0, 2),
      failed: [
        { id: ids[2], code: 'FAILED' },
        { id: ids[3], code: 'NOT_FOUND' },
      ],
      library: { photosCount: 8 },
    })
    expect(calls).toEqual(['DELETE /photos/photos', page, 'GET /photos/users'])
  })

  test('of the whole library takes one call', async () => {
    const libraryId = Buffer.from(`PhotoLibrary:${anna}`).toString('base64url')
    const query = `mutation ($libraryId: ID!) { deleteAllPhotos(input: { libraryId: $libraryId }) {
      ... on DeleteAllPhotosSuccess { isFinished library { photosCount } } } }`
    const { data, calls } = await setup.read(query, { libraryId })
    expect(data.deleteAllPhotos).toEqual({ isFinished: true, library: { photosCount: 0 } })
    expect(calls).toEqual(['DELETE /photos/photos/all', 'GET /photos/users'])
  })
})

describe('uploads', () => {
  const query = `query ($ids: [String!]!) { viewer { library { uploadedPhotos(imageIds: $ids) { id fileName } } } }`

  test('are found among the newest photos, by the id of the photo or of the upload', async () => {
    const [photo] = [buildPhoto(9)]
    const ids = [imageIdOf(10), photo.uploadId, imageIdOf(78)].map((own) => String(setup.plain.ids.foreign(own)))
    const { data, calls } = await setup.read(query, { ids })
    expect(data.viewer.library.uploadedPhotos).toEqual([
      { id: setup.photo(10), fileName: 'IMG_10.jpg' },
      { id: setup.photo(9), fileName: 'IMG_9.jpg' },
      null,
    ])
    expect(calls).toEqual([page])
  })

  test('return the newest photo if several photos have the same upload id', async () => {
    const [older, newer] = [buildPhoto(9), { ...buildPhoto(10), uploadId: buildPhoto(9).uploadId }]
    library().photos = [older, newer]
    for (const pageSize of [2, 1]) {
      setup.plain.pageSize = pageSize
      const { data } = await setup.read(query, { ids: [setup.idOf(older.uploadId), 'not-yet'] })
      expect(data.viewer.library.uploadedPhotos).toEqual([{ id: setup.photo(10), fileName: 'IMG_10.jpg' }, null])
    }
  })

  test('that never arrive are not searched for in the whole library', async () => {
    setup.plain.pageSize = 1
    const { data, calls } = await setup.read(query, { ids: ['not-yet'] })
    expect([data.viewer.library.uploadedPhotos, calls]).toEqual([[null], [page, page]])
  })
})

describe('a selection for an editor', () => {
  test('is created and read with the ids of the services', async () => {
    const create = `mutation ($ids: [ID!]!) { createTempSelection(input: { photoIds: $ids }) {
      ... on CreateTempSelectionSuccess { tempSelection { tempSelectionId } } } }`
    const created = await setup.read(create, { ids: [setup.photo(6), setup.photo(2)] })
    const { tempSelectionId } = created.data.createTempSelection.tempSelection
    const query = `query ($id: String!) { viewer { library { tempSelection(id: $id) {
      id photosCount photos(first: 2) { edges { node { fileName } } } } } } }`
    const { data, calls } = await setup.read(query, { id: tempSelectionId })
    const { photos, photosCount } = data.viewer.library.tempSelection
    expect([photosCount, photos.edges]).toEqual([
      2,
      [{ node: { fileName: 'IMG_6.jpg' } }, { node: { fileName: 'IMG_2.jpg' } }],
    ])
    expect(calls).toHaveLength(2)
  })
})

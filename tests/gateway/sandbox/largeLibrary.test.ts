import { beforeEach, describe, expect, test } from 'vitest'
import { photoId } from '../../support/globalIds.ts'
import { setUpSandbox } from '../../support/sandboxSetup.ts'

const sandbox = setUpSandbox()

describe('a library of a million photos', () => {
  const page = `query ($after: String) {
    viewer { library { photosCount photos(first: 100, after: $after) {
      edges { node { id fileName dateTaken } } pageInfo { hasNextPage endCursor }
    } } }
  }`

  beforeEach(async () => {
    expect(await sandbox.control('PUT', '/photos', { count: 1_000_000 })).toEqual({ status: 204, body: null })
  })

  test('lists its photos in the order of their dates, each photo once', async () => {
    let after: string | null = null
    const names: string[] = []
    for (let number = 0; number < 20; number += 1) {
      const { data } = await sandbox.ask(page, { after })
      const { photos, photosCount: count } = data.viewer.library
      expect(count).toBe(1_000_000)
      expect(photos.pageInfo.hasNextPage).toBe(true)
      names.push(...photos.edges.map((edge: { node: { fileName: string } }) => edge.node.fileName))
      after = photos.pageInfo.endCursor
    }
    expect(names).toEqual(Array.from({ length: 2_000 }, (_, index) => `IMG_${1_000_000 - index}.jpg`))
  })

  test('takes less than a second of processor time for a page', async () => {
    await sandbox.ask(page)
    const before = process.cpuUsage()
    for (let round = 0; round < 5; round += 1) await sandbox.ask(page)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })

  test('counts its photos by month, and lists the photos of a month', async () => {
    const { data } = await sandbox.ask(`{ viewer { library { timeline { months {
      year month photosCount photos(first: 1) { edges { node { dateTaken } } }
    } } } } }`)
    const { months } = data.viewer.library.timeline
    expect(months).toHaveLength(120)
    const counts = months.map((month: { photosCount: number }) => month.photosCount)
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1_000_000)
    expect(months[7]).toMatchObject({ year: 2025, month: 5 })
    expect(months[7].photos.edges[0].node.dateTaken).toMatch(/^2025-05-/)
  })

  test('finds photos by id, and forgets deleted photos', async () => {
    const first = await sandbox.ask(page)
    const [newest, second, third] = first.data.viewer.library.photos.edges.map(
      (edge: { node: { id: string } }) => edge.node.id,
    )
    const deletion = 'mutation ($input: DeletePhotosInput!) { deletePhotos(input: $input) { __typename } }'
    expect((await sandbox.ask(deletion, { input: { photoIds: [second] } })).errors).toBeUndefined()
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    const { data } = await sandbox.ask(nodes, { ids: [newest, second, third] })
    expect(data.nodes).toEqual([{ id: newest }, null, { id: third }])
    const months = await sandbox.ask('{ viewer { library { timeline { months { photosCount } } } } }')
    expect(months.data.viewer.library.timeline.months[0].photosCount).toBe(8_332)
    const again = await sandbox.ask(page)
    expect(again.data.viewer.library.photosCount).toBe(999_999)
    expect(again.data.viewer.library.photos.edges[1].node.id).toBe(third)
  })

  test.each([
    ['DATE_TAKEN', 'DESC', 'IMG_500001.jpg', 'IMG_499999.jpg'],
    ['CREATED', 'ASC', 'IMG_499999.jpg', 'IMG_500001.jpg'],
  ])('knows the neighbours of a photo, by %s %s', async (sortKey, sortOrder, previous, next) => {
    const { data } = await sandbox.ask(
      `query ($id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!) { viewer { library {
        neighbours(of: $id, sortKey: $sortKey, sortOrder: $sortOrder) { previous { fileName } next { fileName } }
      } } }`,
      { id: photoId(500_000), sortKey, sortOrder },
    )
    expect(data.viewer.library.neighbours).toEqual({ previous: { fileName: previous }, next: { fileName: next } })
  })

  test('can be deleted, a part of it with each request', async () => {
    await sandbox.control('PUT', '/photos', { count: 2_500 })
    const library = await sandbox.ask('{ viewer { library { id } } }')
    const input = { libraryId: library.data.viewer.library.id }
    const counts: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const { data } = await sandbox.ask(
        `mutation ($input: DeleteAllPhotosInput!) { deleteAllPhotos(input: $input) {
          ... on DeleteAllPhotosSuccess { library { photosCount timeline { months { photosCount } } } }
        } }`,
        { input },
      )
      const { photosCount, timeline } = data.deleteAllPhotos.library
      counts.push(photosCount)
      const inMonths = timeline.months.reduce(
        (sum: number, month: { photosCount: number }) => sum + month.photosCount,
        0,
      )
      expect(inMonths).toBe(photosCount)
    }
    expect(counts).toEqual([1_500, 500, 0])
  })
})

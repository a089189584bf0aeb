import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto, buildTrashed, imageIdOf } from '../support/photoLibrary.ts'
import { setUpPlainGateway } from '../support/plainSetup.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
const trashedId = (number: number) => globalId('TrashedPhoto', imageIdOf(number))

beforeEach(() => {
  gateway.upstreams.heal()
  gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00')]
  gateway.upstreams.library(anna).trash = [buildTrashed(4), buildTrashed(3), buildTrashed(2)]
  gateway.upstreams.library(bram).trash = [buildTrashed(9)]
})

const trashPath = '/photos/photos/trash'
const callsTo = () => gateway.upstreams.calls.filter(({ path }) => path.startsWith(trashPath))

describe('PhotoLibrary.trash', () => {
  test('lists photos with their data, deletion date and end date, with one call', async () => {
    const { data, errors } = await gateway.ask(`{ viewer { library { trash(first: 1) { edges { node {
      id photoId fileName dateTaken created width height thumbhash thumbnail(width: 400) { width }
      thumbnails { width } pictureProblem deletedAt deletedForGoodAt
    } } } } } }`)
    expect(errors).toEqual([])
    expect(data.viewer.library.trash.edges).toEqual([
      {
        node: {
          id: trashedId(4),
          photoId: photoId(4),
          fileName: 'IMG_4.jpg',
          dateTaken: '2024-05-01T10:00:00',
          created: '2026-03-01T00:04:00Z',
          width: 4000,
          height: 3000,
          thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
          thumbnail: { width: 800 },
          thumbnails: [{ width: 300 }, { width: 800 }, { width: 1300 }],
          pictureProblem: null,
          deletedAt: '2026-03-02T10:00:00.000Z',
          deletedForGoodAt: '2026-04-01T10:00:00.000Z',
        },
      },
    ])
    expect(callsTo().map(({ method }) => method)).toEqual(['GET'])
  })

  test('is counted only if the count is selected', async () => {
    const { data } = await gateway.ask('{ viewer { library { trash { totalCount edges { cursor } } } } }')
    expect(data.viewer.library.trash.totalCount).toBe(3)
    expect(callsTo().map(({ path }) => path.replace(/\?.*/, ''))).toEqual([trashPath, `${trashPath}/count`])
  })

  test('lists the photos with a totalCount of null when counting fails', async () => {
    gateway.upstreams.fail(`${trashPath}/count`, { kind: 'status', status: 500 })
    const { data, errors } = await gateway.ask('{ viewer { library { trash { totalCount edges { cursor } } } } }')
    expect(data.viewer.library.trash).toMatchObject({ totalCount: null, edges: [{}, {}, {}] })
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_UNAVAILABLE'])
  })
})

describe.each([
  ['restorePhotos', 'RestorePhotosSuccess', 'restoredIds', `${trashPath}/restore`],
  ['deletePhotosForGood', 'DeletePhotosForGoodSuccess', 'deletedIds', trashPath],
] as const)('%s', (field, successType, done, path) => {
  const document = `mutation ($ids: [ID!]!) { ${field}(input: { trashedPhotoIds: $ids }) {
    ... on ${successType} { ${done} failed { id code } remainingIds library { photosCount trash { totalCount } } }
  } }`
  const change = (ids: readonly string[]) => gateway.ask(document, { ids })
  const photosAfter = (count: number) => (field === 'restorePhotos' ? 1 + count : 1)

  test('takes photos out of the trash with one call, and returns one result per photo', async () => {
    const { data, errors } = await change([trashedId(4), trashedId(2), photoId(3), trashedId(9), 'nonsense'])
    expect(errors).toEqual([])
    expect(data[field]).toEqual({
      [done]: [trashedId(4), trashedId(2)],
      failed: [photoId(3), trashedId(9), 'nonsense'].map((id) => ({ id, code: 'NOT_FOUND' })),
      remainingIds: [],
      library: { photosCount: photosAfter(2), trash: { totalCount: 1 } },
    })
    const changes = callsTo().filter(({ method }) => method !== 'GET')
    expect(changes.map(({ body }) => body)).toEqual([{ photoIds: [imageIdOf(4), imageIdOf(2), imageIdOf(9)] }])
    expect(gateway.upstreams.library(bram).trash).toHaveLength(1)
  })

  test('makes no call when none of the ids can belong to a photo in a trash', async () => {
    const { data } = await change(['nonsense'])
    expect(data[field]).toMatchObject({ [done]: [], failed: [{ id: 'nonsense', code: 'NOT_FOUND' }] })
    expect(callsTo().filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('accepts 1 to 500 photos', async () => {
    for (const ids of [[], Array.from({ length: 501 }, (_, index) => trashedId(1_000 + index))]) {
      const { errors } = await change(ids)
      expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_USER_INPUT'])
    }
  })

  test.each<[string, Fault]>([
    ['fails', { kind: 'status', status: 500 }],
    ['loses the response', { kind: 'reset' }],
    ['sends invalid JSON', { kind: 'body', text: '<html>' }],
  ])('looks up which photos are still in the trash when the service %s', async (_what, fault) => {
    // Photo 4 was taken out before the response was lost.
    gateway.upstreams.library(anna).trash = [buildTrashed(3)]
    gateway.upstreams.fail(path, fault, 1)
    const { data, errors } = await change([trashedId(4), trashedId(3)])
    expect(errors).toEqual([])
    expect(data[field]).toMatchObject({
      [done]: [trashedId(4)],
      failed: [{ id: trashedId(3), code: 'FAILED' }],
      remainingIds: [trashedId(3)],
    })
  })

  test('returns an error when the outcome cannot be determined', async () => {
    gateway.upstreams.fail(trashPath, { kind: 'status', status: 503 })
    const { data, errors } = await change([trashedId(3)])
    expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([null, ['UPSTREAM_UNAVAILABLE']])
  })
})

describe('emptyTrash', () => {
  const document = `mutation ($id: ID!) { emptyTrash(input: { libraryId: $id }) {
    ... on EmptyTrashSuccess { library { trash { totalCount } } } ... on LibraryNotFound { code }
  } }`

  test('empties the trash of the viewer’s own library', async () => {
    const { data } = await gateway.ask(document, { id: globalId('PhotoLibrary', anna) })
    expect(data.emptyTrash).toEqual({ library: { trash: { totalCount: 0 } } })
  })

  test('refuses the library of another account, because a page may still be open from an earlier sign-in', async () => {
    const { data } = await gateway.ask(document, { id: globalId('PhotoLibrary', bram) })
    expect(data.emptyTrash).toEqual({ code: 'NOT_FOUND' })
    expect(callsTo()).toEqual([])
  })
})

describe('PhotoLibrary.trash of a service without a trash', () => {
  const plain = setUpPlainGateway()

  test('is null, and no photos can be restored or deleted', async () => {
    const listed = await plain.ask('{ viewer { library { id trash { totalCount } } } }')
    expect([listed.data.viewer.library.trash, listed.errors]).toEqual([null, []])
    const document = `mutation ($ids: [ID!]!, $library: ID!) {
      restorePhotos(input: { trashedPhotoIds: $ids }) { ... on RestorePhotosSuccess { failed { code } } }
      deletePhotosForGood(input: { trashedPhotoIds: $ids }) { ... on DeletePhotosForGoodSuccess { failed { code } } }
      emptyTrash(input: { libraryId: $library }) { __typename }
    }`
    const { data, errors } = await plain.ask(document, { ids: [trashedId(4)], library: listed.data.viewer.library.id })
    expect(errors).toEqual([])
    expect(data).toEqual({
      restorePhotos: { failed: [{ code: 'NOT_FOUND' }] },
      deletePhotosForGood: { failed: [{ code: 'NOT_FOUND' }] },
      emptyTrash: { __typename: 'EmptyTrashSuccess' },
    })
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()

beforeEach(() => {
  const locked = { ...buildPhoto(4, '2024-05-04T10:00:00'), localFileName: 'LOCKED.jpg' }
  gateway.upstreams.library(anna).photos = [
    buildPhoto(1, '2024-05-01T10:00:00'),
    buildPhoto(2, '2024-05-02T10:00:00'),
    buildPhoto(3),
    locked,
  ]
  gateway.upstreams.library(bram).photos = [buildPhoto(9, '2024-05-01T10:00:00')]
})

/** The expected library: it has photos in May, and one without a date. */
function expectedLibrary(photosCount: number, inMay: number) {
  return { library: { photosCount, timeline: { months: [{ photosCount: inMay }, { photosCount: 1 }] } } }
}

describe('deletePhotos', () => {
  const document = `mutation ($photoIds: [ID!]!) {
    deletePhotos(input: { photoIds: $photoIds }) {
      ... on DeletePhotosSuccess { deletedIds failed { id code } remainingIds library { photosCount timeline { months { photosCount } } } }
    }
  }`
  const remove = (photoIds: string[]) => gateway.ask(document, { photoIds })

  test('deletes photos with one call, and returns the new counts', async () => {
    const { data, errors } = await remove([photoId(1), photoId(3), photoId(1)])
    expect(errors).toEqual([])
    expect(data.deletePhotos).toEqual({
      deletedIds: [photoId(1), photoId(3)],
      failed: [],
      remainingIds: [],
      library: { photosCount: 2, timeline: { months: [{ photosCount: 2 }] } },
    })
    const deletions = gateway.upstreams.calls.filter(({ method }) => method === 'DELETE')
    expect(deletions.map(({ body }) => body)).toEqual([{ photoIds: [imageIdOf(1), imageIdOf(3)] }])
  })

  test('lists the photos that were not deleted, with reasons', async () => {
    const library = globalId('PhotoLibrary', anna)
    const { data } = await remove([photoId(1), photoId(4), photoId(9), photoId(77), library, 'nonsense'])
    expect(data.deletePhotos).toMatchObject({
      deletedIds: [photoId(1)],
      failed: [
        { id: photoId(4), code: 'FAILED' },
        { id: photoId(9), code: 'NOT_FOUND' },
        { id: photoId(77), code: 'NOT_FOUND' },
        { id: library, code: 'NOT_FOUND' },
        { id: 'nonsense', code: 'NOT_FOUND' },
      ],
      remainingIds: [photoId(4)],
    })
    expect(gateway.upstreams.library(bram).photos).toHaveLength(1)
  })

  test('makes no service call when none of the ids is a photo id', async () => {
    const { data } = await remove(['nonsense'])
    expect(data.deletePhotos).toMatchObject({ deletedIds: [], failed: [{ id: 'nonsense', code: 'NOT_FOUND' }] })
    expect(gateway.upstreams.calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  test('lists the failed photos when half of the photos could not be deleted', async () => {
    const all = Array.from({ length: 500 }, (_, index) => ({
      ...buildPhoto(100 + index, '2024-05-01T10:00:00'),
      localFileName: index % 2 === 0 ? `LOCKED_${index}.jpg` : `IMG_${index}.jpg`,
    }))
    gateway.upstreams.library(anna).photos = all
    const { data, errors } = await remove(all.map((_, index) => photoId(100 + index)))
    expect(errors).toEqual([])
    expect(data.deletePhotos.deletedIds).toHaveLength(250)
    expect(data.deletePhotos.failed).toHaveLength(250)
    expect(new Set(data.deletePhotos.failed.map(({ code }: { code: string }) => code))).toEqual(new Set(['FAILED']))
    expect(data.deletePhotos.library.photosCount).toBe(250)
    expect(gateway.upstreams.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  test('reports all failed photos as FAILED when it cannot look up which of them exist', async () => {
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'status', status: 500 })
    const { data, errors } = await remove([photoId(1), photoId(4), photoId(77)])
    expect(errors).toEqual([])
    expect(data.deletePhotos).toMatchObject({
      deletedIds: [photoId(1)],
      failed: [
        { id: photoId(4), code: 'FAILED' },
        { id: photoId(77), code: 'FAILED' },
      ],
    })
  })

  test.each<[string, Fault]>([
    ['fails', { kind: 'status', status: 500 }],
    ['loses the response', { kind: 'reset' }],
    ['sends invalid JSON', { kind: 'body', text: '<html>' }],
  ])('determines which photos remain when the service %s', async (_what, fault) => {
    gateway.upstreams.fail('/photos/photos', fault, 1)
    // Photo 1 was deleted before the response was lost. The others were not.
    gateway.upstreams.library(anna).photos = gateway.upstreams.library(anna).photos.slice(1)
    const { data, errors } = await remove([photoId(1), photoId(2), photoId(3), 'nonsense'])
    expect(errors).toEqual([])
    expect(data.deletePhotos).toMatchObject({
      deletedIds: [photoId(1)],
      failed: [
        { id: photoId(2), code: 'FAILED' },
        { id: photoId(3), code: 'FAILED' },
        { id: 'nonsense', code: 'NOT_FOUND' },
      ],
      library: { photosCount: 3 },
    })
  })

  test('returns an error when the outcome cannot be determined', async () => {
    gateway.upstreams.fail('/photos/photos', { kind: 'status', status: 503 })
    const { data, errors } = await remove([photoId(1)])
    expect([data, errors[0]?.extensions['code']]).toEqual([null, 'UPSTREAM_UNAVAILABLE'])
  })

  test('can be repeated after a lost response: photos that are already deleted are NOT_FOUND', async () => {
    await remove([photoId(1), photoId(2)])
    const { data, errors } = await remove([photoId(1), photoId(2), photoId(3)])
    expect(errors).toEqual([])
    expect(data.deletePhotos).toMatchObject({
      deletedIds: [photoId(3)],
      failed: [
        { id: photoId(1), code: 'NOT_FOUND' },
        { id: photoId(2), code: 'NOT_FOUND' },
      ],
    })
  })

  describe('when an operation deletes twice', () => {
    const counts = '... on DeletePhotosSuccess { library { photosCount timeline { months { photosCount } } } }'
    const removeTwice = (first: string[], second: string[]) => {
      const both = `mutation ($first: [ID!]!, $second: [ID!]!) {
        first: deletePhotos(input: { photoIds: $first }) { ${counts} }
        second: deletePhotos(input: { photoIds: $second }) { ${counts} }
      }`
      return gateway.ask(both, { first, second })
    }
    test('counts the photos again after the second deletion', async () => {
      const { data } = await removeTwice([photoId(1)], [photoId(2)])
      expect(data).toEqual({ first: expectedLibrary(3, 2), second: expectedLibrary(2, 1) })
    })

    test('counts the photos again when the response to the second deletion is lost', async () => {
      const sent = Promise.withResolvers<void>()
      gateway.upstreams.hold('/photos/photos', sent.promise)
      gateway.upstreams.fail('/photos/photos', { kind: 'reset' }, 1)
      const asked = removeTwice(['nonsense'], [photoId(1)])
      await expect.poll(() => gateway.upstreams.calls.map(({ method }) => method)).toContain('DELETE')
      gateway.upstreams.library(anna).photos.shift()
      sent.resolve()
      expect((await asked).data).toEqual({ first: expectedLibrary(4, 3), second: expectedLibrary(3, 2) })
    })
  })

  test.each([0, 501])('rejects %d photos', async (count) => {
    const { errors } = await remove(Array.from({ length: count }, (_, index) => photoId(index)))
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'

const document = `query Neighbours($id: ID!, $sortKey: PhotoSortKey! = DATE_TAKEN, $sortOrder: SortOrder! = DESC) {
  viewer {
    library {
      neighbours(of: $id, sortKey: $sortKey, sortOrder: $sortOrder) { previous { fileName } next { fileName } }
    }
  }
}`

const gateway = setUpGateway()

beforeEach(() => {
  gateway.upstreams.library(anna).photos = [
    buildPhoto(1, '2024-05-01T10:00:00'),
    buildPhoto(2, '2024-05-02T10:00:00'),
    buildPhoto(3),
  ]
  gateway.upstreams.library(bram).photos = [buildPhoto(9, '2024-05-03T10:00:00')]
})

function neighboursOf(id: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  return gateway.ask(document, { id, ...variables })
}

describe('the neighbours of a photo', () => {
  test('are the photos before and after it in the requested order, with one call', async () => {
    const { data, errors } = await neighboursOf(photoId(1))
    expect(errors).toEqual([])
    expect(data.viewer.library.neighbours).toEqual({
      previous: { fileName: 'IMG_2.jpg' },
      next: { fileName: 'IMG_3.jpg' },
    })
    expect(gateway.upstreams.pathsOf('photos')).toEqual([
      `/photos/${imageIdOf(1)}/neighbours?sortKey=dateTaken&sortOrder=desc`,
    ])
  })

  test('are swapped when the order is reversed', async () => {
    const { data } = await neighboursOf(photoId(2), { sortKey: 'CREATED', sortOrder: 'ASC' })
    expect(data.viewer.library.neighbours).toEqual({
      previous: { fileName: 'IMG_1.jpg' },
      next: { fileName: 'IMG_3.jpg' },
    })
  })

  test('are null before the first and after the last photo', async () => {
    const first = await neighboursOf(photoId(2))
    const last = await neighboursOf(photoId(3))
    expect(first.data.viewer.library.neighbours.previous).toBeNull()
    expect(last.data.viewer.library.neighbours.next).toBeNull()
  })

  test('are null for a photo of another customer', async () => {
    const { data, errors } = await neighboursOf(photoId(9))
    expect(errors).toEqual([])
    expect(data.viewer.library.neighbours).toBeNull()
  })

  test.each([
    ['of another type', globalId('PhotoLibrary', 'x')],
    ['with a path traversal', globalId('Photo', '..')],
    ['that is not an id', 'not an id'],
  ])('are null for an id %s, and no call is made', async (_what, id) => {
    const { data, errors } = await neighboursOf(id)
    expect(errors).toEqual([])
    expect(data.viewer.library.neighbours).toBeNull()
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })

  test('fail with a coded error while the service is down, and the rest of the response is intact', async () => {
    gateway.upstreams.fail(`/photos/photos/${imageIdOf(1)}/neighbours`, { kind: 'status', status: 500 })
    const { data, errors } = await neighboursOf(photoId(1))
    expect(data.viewer.library).toEqual({ neighbours: null })
    expect(errors).toMatchObject([
      { path: ['viewer', 'library', 'neighbours'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
  })

  test('require a token', async () => {
    const { data } = await ask(gateway.app, document, { variables: { id: photoId(1) } })
    expect(data.viewer).toBeNull()
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })
})

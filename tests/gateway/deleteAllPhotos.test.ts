import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId } from '../support/globalIds.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(() => {
  gateway.upstreams.library(anna).photos = [1, 2, 3].map((number) => buildPhoto(number, '2024-05-01T10:00:00'))
  gateway.upstreams.library(bram).photos = [buildPhoto(9, '2024-05-03T10:00:00')]
})

function libraryId(accountId: string): string {
  return globalId('PhotoLibrary', accountId)
}

const document = `mutation ($libraryId: ID!) { deleteAllPhotos(input: { libraryId: $libraryId }) {
  __typename
  ... on DeleteAllPhotosSuccess { isFinished library { id photosCount timeline { months { photosCount } } } }
  ... on LibraryNotFound { code message }
} }`

function deleteAll(id: string, app = gateway.app) {
  return ask(app, document, { token: gateway.token, variables: { libraryId: id } })
}

describe('deleteAllPhotos', () => {
  test('makes one call, and counts the library again afterwards', async () => {
    const { data, errors } = await deleteAll(libraryId(anna))
    expect(errors).toEqual([])
    expect(data.deleteAllPhotos).toEqual({
      __typename: 'DeleteAllPhotosSuccess',
      isFinished: true,
      library: { id: libraryId(anna), photosCount: 0, timeline: { months: [] } },
    })
    const deletions = gateway.upstreams.calls.filter(({ method }) => method === 'DELETE')
    expect(deletions.map(({ path, body }) => [path, body])).toEqual([['/photos/photos/all', undefined]])
    expect(gateway.upstreams.library(bram).photos).toHaveLength(1)
  })

  test('reports that the deletion continues, and how many photos remain', async () => {
    gateway.upstreams.library(anna).photos = Array.from({ length: 2_500 }, (_, number) => buildPhoto(number))
    const { data } = await deleteAll(libraryId(anna))
    expect(data.deleteAllPhotos).toMatchObject({ isFinished: false, library: { photosCount: 1_500 } })
  })

  test.each([
    ['the id of another customer’s library', libraryId(bram)],
    ['the id of an object of another type', globalId('Photo', anna)],
    ['not a global id', 'nonsense'],
  ])('deletes nothing if the libraryId is %s', async (_what, id) => {
    const { data, errors } = await deleteAll(id)
    expect(errors).toEqual([])
    expect(data.deleteAllPhotos).toMatchObject({ __typename: 'LibraryNotFound', code: 'NOT_FOUND' })
    expect(gateway.upstreams.calls).toEqual([])
  })

  test('requires a token', async () => {
    const { data, errors } = await ask(gateway.app, document, { variables: { libraryId: libraryId(anna) } })
    expect([data, errors[0]?.extensions['code']]).toEqual([null, 'UNAUTHENTICATED'])
    expect(gateway.upstreams.calls).toEqual([])
  })

  test.each<[string, Fault, string]>([
    ['hangs', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
    ['fails', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
    ['cannot be reached', { kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
    ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
    ['sends an unexpected shape', { kind: 'body', text: '{"isFinished":"soon"}' }, 'UPSTREAM_INVALID_RESPONSE'],
  ])('fails with a coded error when the service %s, and is not retried', async (_what, fault, code) => {
    gateway.upstreams.fail('/photos/photos/all', fault)
    const { data, errors } = await deleteAll(libraryId(anna), fault.kind === 'hang' ? shortTimeoutApp : gateway.app)
    expect([data, errors[0]?.extensions['code']]).toEqual([null, code])
    expect(gateway.upstreams.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})

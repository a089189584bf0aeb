import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { globalId, photoId } from '../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../support/photoLibrary.ts'
import { anna, bram } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance
const album = '018f3c1a-3333-7000-8000-000000000001'
const ids = { album: globalId('Album', album), shared: globalId('SharedAlbum', album), photo: photoId(1) }

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(async () => {
  // Successful calls keep the circuit breaker closed in spite of the failures in consecutive tests.
  for (const app of [shortTimeoutApp, gateway.app])
    await ask(app, '{ viewer { library { photosCount } } }', { token: gateway.token })
  gateway.upstreams.heal()
  gateway.upstreams.library(anna).photos = [buildPhoto(1)]
  gateway.upstreams.library(bram).photos = [buildPhoto(9)]
  gateway.upstreams.albums.albums = []
  gateway.upstreams.albums.put(1, { ownerId: anna, photoIds: [imageIdOf(1)] })
})

const faults: [string, Fault, string][] = [
  ['is slow', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
  ['stalls in the middle of its response', { kind: 'slowBody' }, 'UPSTREAM_TIMEOUT'],
  ['resets the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
  ['responds with 500', { kind: 'status', status: 500 }, 'UPSTREAM_UNAVAILABLE'],
  ['sends invalid JSON', { kind: 'body', text: '<html>' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['sends an unexpected shape', { kind: 'body', text: '{"albums":[{"albumId":true}]}' }, 'UPSTREAM_INVALID_RESPONSE'],
  ['limits the rate', { kind: 'status', status: 429 }, 'RATE_LIMITED'],
  ['reports a conflict', { kind: 'status', status: 409 }, 'CONFLICT'],
]

/** Field, path of its upstream call, query, and the expected rest of the library. */
const reads: [string, string, string, unknown][] = [
  ['albums', '/photos/albums', '{ viewer { email library { albums { edges { node { id } } } } } }', { albums: null }],
  [
    'sharedAlbums',
    '/photos/shared-albums',
    '{ viewer { email library { sharedAlbums { edges { node { id } } } } } }',
    { sharedAlbums: null },
  ],
  [
    'sharedAlbumsCount',
    '/photos/users/shared-albums',
    '{ viewer { email library { sharedAlbumsCount } } }',
    { sharedAlbumsCount: null },
  ],
]

describe.each(faults)('when the service %s', (_what, fault, code) => {
  const app = () => (code === 'UPSTREAM_TIMEOUT' ? shortTimeoutApp : gateway.app)

  test.each(reads)(
    '%s is null with a coded error, and the rest of the response is intact',
    async (field, path, query, left) => {
      gateway.upstreams.fail(path, fault)
      const { data, errors } = await ask(app(), query, { token: gateway.token })
      expect(data.viewer).toEqual({ email: 'a@example.com', library: left })
      expect(errors).toMatchObject([{ path: ['viewer', 'library', field], extensions: { code } }])
    },
  )

  test('an album is null with a coded error', async () => {
    gateway.upstreams.fail(`/photos/albums/${album}`, fault)
    const query = 'query ($album: ID!) { node(id: $album) { id } site { name } }'
    const { data, errors } = await ask(app(), query, { token: gateway.token, variables: ids })
    expect(data).toEqual({ node: null, site: { name: 'Keepsake' } })
    expect(errors).toMatchObject([{ path: ['node'], extensions: { code } }])
  })
})

describe('when the service keeps failing', () => {
  const mutations: [string, string, string][] = [
    ['createAlbum', 'input: { name: "Texel" }', ''],
    ['renameAlbum', 'input: { albumId: $album, name: "Texel" }', '$album: ID!'],
    ['deleteAlbum', 'input: { albumId: $album }', '$album: ID!'],
    ['addPhotosToAlbum', 'input: { albumId: $album, photoIds: [$photo] }', '$album: ID!, $photo: ID!'],
    ['removePhotosFromAlbum', 'input: { albumId: $album, photoIds: [$photo] }', '$album: ID!, $photo: ID!'],
    ['deleteSharedAlbum', 'input: { sharedAlbumId: $shared }', '$shared: ID!'],
    ['setLocationSharing', 'input: { sharedAlbumId: $shared, sharesLocations: true }', '$shared: ID!'],
  ]
  const all = mutations.flatMap(([field, input, variables]) =>
    faults.slice(2, 5).map(([what, fault, code]) => [field, what, { input, variables, fault, code }] as const),
  )

  test.each(all)('%s fails with an error when the service %s, and is not retried', async (field, _what, faulty) => {
    const { input, variables, fault, code } = faulty
    gateway.upstreams.fail('/photos', fault)
    const query = `mutation ${variables && `(${variables})`} { ${field}(${input}) { __typename } }`
    const { data, errors } = await gateway.ask(query, ids)
    expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([null, [code]])
    const writes = gateway.upstreams.calls.filter(({ method }) => method !== 'GET')
    // A shared album is read before it is deleted, and here the read fails.
    expect(writes).toHaveLength(field === 'deleteSharedAlbum' ? 0 : 1)
  })
})

describe('with a service that has stricter name rules than the schema,', () => {
  test.each([
    ['createAlbum', 'input: { name: "Texel" }', ''],
    ['renameAlbum', 'input: { albumId: $album, name: "Texel" }', '($album: ID!)'],
  ])('%s returns NOT_VALID for the name', async (field, input, declared) => {
    gateway.upstreams.fail('/photos/albums', { kind: 'status', status: 400 })
    const query = `mutation ${declared} { ${field}(${input}) { ... on InvalidAlbumName { problem } } }`
    const { data } = await gateway.ask(query, ids)
    expect(data).toEqual({ [field]: { problem: 'NOT_VALID' } })
  })
})

describe('when a service rejects an album for a reason other than its name,', () => {
  test.each([
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
  ])('createAlbum fails for status %d with %s, and does not blame the name', async (status, code) => {
    gateway.upstreams.fail('/photos/albums', { kind: 'status', status })
    const { data, errors } = await gateway.ask('mutation { createAlbum(input: { name: "Texel" }) { __typename } }')
    expect([data, errors.map(({ extensions }) => extensions['code'])]).toEqual([null, [code]])
  })
})

describe('a response of the photos service', () => {
  const whole = `query ($album: ID!, $shared: ID!) {
    album: node(id: $album) { ... on Album { name photosCount cover { id } } }
    shared: node(id: $shared) { ... on SharedAlbum { name owner { email } participants { email } } } }`
  const ownAlbum = { albumId: album, albumName: 'Texel', coverPhoto: null, photosCount: 1, isShared: false }
  const times = { created: '2026-03-01T00:00:00Z', updated: '2026-03-01T00:00:00Z' }
  const good = { ...ownAlbum, ...times, userId: anna }
  const goodShared = { ...good, ownerId: anna, owner: { email: 'a@example.com' }, participants: [] }

  test.each<[string, object]>([
    ['no name', { albumName: undefined }],
    ['an empty name', { albumName: '' }],
    ['a negative count', { photosCount: -1 }],
    ['a count that is not an integer', { photosCount: 1.5 }],
    ['an invalid cover', { coverPhoto: {} }],
    ['no owner', { userId: undefined, ownerId: undefined }],
    ['an owner without an email address', { userId: true, owner: { id: anna } }],
    ['an isShared that is not a boolean', { isShared: 'yes', participants: [null] }],
    ['participants that are not a list', { isShared: null, participants: {} }],
  ])('makes Album and SharedAlbum null if it violates the contract: %s', async (_what, difference) => {
    const [own, shared] = [good, goodShared].map((answer) => JSON.stringify({ ...answer, ...difference }))
    gateway.upstreams.fail(`/photos/albums/${album}`, { kind: 'body', text: own ?? '' })
    gateway.upstreams.fail(`/photos/shared-albums/${album}`, { kind: 'body', text: shared ?? '' })
    const { data, errors } = await gateway.ask(whole, ids)
    expect(data).toEqual({ album: null, shared: null })
    expect(errors.map(({ message }) => message)).toEqual(['Unable to parse response!', 'Unable to parse response!'])
  })

  test('may omit the members of a shared album, which are then fetched separately', async () => {
    const lean = JSON.stringify({ ...good, ownerId: anna, coverPhoto: undefined, updated: undefined })
    const members = {
      owner: { id: anna, email: 'a@example.com' },
      participants: [{ id: bram, email: 'b@example.com' }],
    }
    gateway.upstreams.fail(`/photos/shared-albums/${album}/participants`, {
      kind: 'body',
      text: JSON.stringify(members),
    })
    gateway.upstreams.fail(`/photos/shared-albums/${album}`, { kind: 'body', text: lean })
    const query = `query ($shared: ID!) { node(id: $shared) { ... on SharedAlbum {
      cover { id } owner { email isViewer } participants { email isViewer } } } }`
    expect((await gateway.ask(query, ids)).data.node).toEqual({
      cover: null,
      owner: { email: 'a@example.com', isViewer: true },
      participants: [{ email: 'b@example.com', isViewer: false }],
    })
  })

  test.each(['nobody', '', 'a b@example.com'])('is rejected if a member has the email address %j', async (email) => {
    const text = JSON.stringify({ owner: { id: anna, email }, participants: [] })
    gateway.upstreams.fail(`/photos/shared-albums/${album}/participants`, { kind: 'body', text })
    gateway.upstreams.fail(`/photos/shared-albums/${album}`, {
      kind: 'body',
      text: JSON.stringify({ ...good, ownerId: anna }),
    })
    const { data, errors } = await gateway.ask(whole, ids)
    expect(data.shared.owner).toBeNull()
    expect(errors).toMatchObject([{ message: 'Unable to parse response!' }, { message: 'Unable to parse response!' }])
  })

  test('is accepted with unknown properties and without optional ones', async () => {
    const texts = [good, goodShared].map((answer) => JSON.stringify({ ...answer, more: [1], isShared: true }))
    gateway.upstreams.fail(`/photos/albums/${album}`, { kind: 'body', text: texts[0] ?? '' })
    gateway.upstreams.fail(`/photos/shared-albums/${album}`, { kind: 'body', text: texts[1] ?? '' })
    const { data, errors } = await gateway.ask(whole, ids)
    expect([data.album.name, data.shared.owner.email, errors]).toEqual(['Texel', 'a@example.com', []])
  })

  test('makes owner null with an error if a foreign photo has no owner, so that the photo does not look like the viewer’s own', async () => {
    const imageId = imageIdOf(9)
    const images = [{ ...buildPhoto(9), ownerId: bram }]
    gateway.upstreams.fail('/photos/photos/lookup', { kind: 'body', text: JSON.stringify({ images }) })
    const query = 'query ($id: ID!) { node(id: $id) { ... on Photo { fileName owner { email } } } }'
    const { data, errors } = await gateway.ask(query, { id: globalId('Photo', imageId) })
    expect(data.node).toEqual({ fileName: 'IMG_9.jpg', owner: null })
    expect(errors).toMatchObject([{ path: ['node', 'owner'], extensions: { code: 'UPSTREAM_INVALID_RESPONSE' } }])
  })

  test('may have any body after a successful change', async () => {
    gateway.upstreams.fail(`/photos/albums/${album}`, { kind: 'body', text: '{"albumName":"Other"}' }, 1)
    const rename = 'mutation ($album: ID!) { renameAlbum(input: { albumId: $album, name: "Other" }) { __typename } }'
    const { data, errors } = await gateway.ask(rename, { album: ids.album })
    expect([data.renameAlbum.__typename, errors]).toEqual(['RenameAlbumSuccess', []])
  })
})

test('photos of an album that was deleted in the meantime are null with an error', async () => {
  gateway.upstreams.fail(`/photos/albums/${album}/photos`, { kind: 'status', status: 404 })
  const query = 'query ($album: ID!) { node(id: $album) { ... on Album { name photos { edges { node { id } } } } } }'
  const { data, errors } = await gateway.ask(query, { album: ids.album })
  expect(data.node).toEqual({ name: 'Album 1', photos: null })
  expect(errors).toMatchObject([{ path: ['node', 'photos'], extensions: { code: 'NOT_FOUND' } }])
})

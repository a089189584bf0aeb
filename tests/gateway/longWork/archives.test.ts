import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId, photoId } from '../../support/globalIds.ts'
import { buildArchive } from '../../support/longWork.ts'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { anna, bram } from '../../support/tokens.ts'

const gateway = setUpGateway()
const fields = 'id downloadId name state progress photosCount missingCount size created expires'

beforeEach(() => {
  const { upstreams } = gateway
  upstreams.clearWork()
  upstreams.albums.albums = []
  upstreams.library(anna).photos = [1, 2, 3].map((number) => buildPhoto(number))
  upstreams.library(bram).photos = [buildPhoto(9)]
})

const mutation = `mutation ($input: RequestDownloadInput!) { requestDownload(input: $input) {
  __typename ... on RequestDownloadSuccess { download { name state progress photosCount url } } ... on UserError { code }
} }`
const sharedMutation = mutation
  .replaceAll('RequestDownloadInput', 'RequestSharedAlbumDownloadInput')
  .replace('requestDownload(', 'requestSharedAlbumDownload(')

function request(photoIds: readonly string[], more: Record<string, unknown> = {}) {
  return gateway.ask(mutation, { input: { photoIds, ...more } })
}

function codesOf({ errors }: { errors: { extensions: Record<string, unknown> }[] }): unknown[] {
  return errors.map(({ extensions }) => extensions['code'])
}

function addressOf(number: number): string {
  return `https://files.test/${buildArchive(number).id}.zip`
}

describe('Viewer.downloads', () => {
  const list = `{ viewer { downloads(first: 10) { edges { node { ${fields} } } pageInfo { hasNextPage } } } }`

  test('lists archives with all fields, newest first, with one call', async () => {
    const started = buildArchive(2, { state: 'started', progress: 0.25, size: null, expires: null })
    gateway.upstreams.work(anna).archives = [started, buildArchive(1)]
    const { data, errors } = await gateway.ask(list)
    expect(errors).toEqual([])
    const [one, other] = data.viewer.downloads.edges.map(({ node }: { node: object }) => node)
    expect(one).toMatchObject({ state: 'STARTED', progress: 0.25, size: null, expires: null })
    expect(other).toEqual({
      id: globalId('Download', buildArchive(1).id),
      downloadId: buildArchive(1).id,
      name: 'IMG_1.jpg',
      state: 'FINISHED',
      progress: 1,
      photosCount: 3,
      missingCount: 1,
      size: 3_000_000_000,
      created: '2026-03-01T09:00:00.000Z',
      expires: '2026-03-08T09:00:00.000Z',
    })
    expect(gateway.upstreams.pathsOf('downloads')).toEqual(['/downloads?limit=10'])
  })

  test('fetches URLs only if they are selected, and only of finished archives', async () => {
    const states = ['started', 'error', 'finished', 'finished'] as const
    gateway.upstreams.work(anna).archives = states.map((state, index) => buildArchive(4 - index, { state }))
    const { data } = await gateway.ask('{ viewer { downloads { edges { node { url } } } } }')
    const urls = data.viewer.downloads.edges.map(({ node }: { node: { url: string | null } }) => node.url)
    expect(urls).toEqual([null, null, addressOf(2), addressOf(1)])
    expect(gateway.upstreams.pathsOf('downloads')).toHaveLength(3)
  })

  test('accepts a service that sends only the specified fields, and shows its archives as finished', async () => {
    const { id } = buildArchive(1)
    gateway.upstreams.work(anna).archives = [{ id }]
    const { data, errors } = await gateway.ask(`{ viewer { downloads { edges { node { ${fields} url } } } } }`)
    expect(errors).toEqual([])
    expect(data.viewer.downloads.edges[0].node).toEqual({
      id: globalId('Download', id),
      downloadId: id,
      name: null,
      state: 'FINISHED',
      progress: 1,
      photosCount: null,
      missingCount: null,
      size: null,
      created: null,
      expires: null,
      url: `https://files.test/${id}.zip`,
    })
  })

  test('returns null for a missing URL, and rejects a script URL', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    const read = () => gateway.ask('{ viewer { downloads { edges { node { url } } } } }')
    const path = `/downloads/downloads/${buildArchive(1).id}/url`
    for (const status of [404, 409, 410]) {
      gateway.upstreams.heal()
      gateway.upstreams.fail(path, { kind: 'status', status })
      const { data, errors } = await read()
      expect([status, data.viewer.downloads.edges[0].node.url, errors]).toEqual([status, null, []])
    }
    gateway.upstreams.heal()
    gateway.upstreams.fail(path, { kind: 'body', text: '{"url":"javascript:alert(1)"}' })
    expect(codesOf(await read())).toEqual(['UPSTREAM_INVALID_RESPONSE'])
  })

  test.each([
    [
      { kind: 'status', status: 500 },
      'UPSTREAM_UNAVAILABLE',
      'Request failure: the service cannot be reached or failed.',
    ],
    [{ kind: 'status', status: 404 }, 'NOT_FOUND', 'The object does not exist, or is not yours.'],
    [{ kind: 'reset' }, 'UPSTREAM_UNAVAILABLE', 'Request failure: the service cannot be reached or failed.'],
    [{ kind: 'hang' }, 'UPSTREAM_TIMEOUT', 'Request failure: the service took too long.'],
    [{ kind: 'body', text: '<!doctype html>' }, 'UPSTREAM_INVALID_RESPONSE', 'Unable to parse response!'],
    [{ kind: 'body', text: '{"items":[{"id":true}]}' }, 'UPSTREAM_INVALID_RESPONSE', 'Unable to parse response!'],
    [
      { kind: 'body', text: '{"items":[{"id":"a","state":"made"}]}' },
      'UPSTREAM_INVALID_RESPONSE',
      'Unable to parse response!',
    ],
  ] as const)(
    'is null with a coded error when the service fails, and the rest is intact: %j',
    async (fault, code, message) => {
      const app = fault.kind === 'hang' ? await gateway.startWithShortTimeouts() : gateway.app
      gateway.upstreams.fail('/downloads', fault)
      const query = '{ viewer { email downloads { edges { node { id } } } library { photosCount } } }'
      const { data, errors } = await ask(app, query, { token: gateway.token })
      expect(data.viewer).toMatchObject({ downloads: null, library: { photosCount: 3 } })
      expect(errors).toMatchObject([{ message, path: ['viewer', 'downloads'], extensions: { code } }])
    },
  )
})

describe('an archive by id', () => {
  const node = `query ($id: ID!) { node(id: $id) { ... on Download { downloadId state } } }`

  test('is found with one call', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    const { id } = buildArchive(1)
    const variables = { id: globalId('Download', id) }
    expect((await gateway.ask(node, variables)).data.node).toEqual({ downloadId: id, state: 'FINISHED' })
    expect(gateway.upstreams.pathsOf('downloads')).toEqual([`/downloads/${id}`])
  })

  test('is null when it does not exist, which also takes one call', async () => {
    gateway.upstreams.work(anna).archives = [buildArchive(1)]
    const { id } = buildArchive(2)
    expect((await gateway.ask(node, { id: globalId('Download', id) })).data.node).toBeNull()
    expect(gateway.upstreams.pathsOf('downloads')).toEqual([`/downloads/${id}`])
  })

  test('makes no call for an invalid id', async () => {
    const { data, errors } = await gateway.ask(node, { id: globalId('Download', '../users') })
    expect([data.node, errors, gateway.upstreams.calls]).toEqual([null, [], []])
  })
})

describe('requestDownload', () => {
  test('requests the photos in order and without duplicates, with the name, and returns the new archive', async () => {
    const { data, errors } = await request([photoId(2), photoId(1), photoId(2)], { name: ' Texel ' })
    expect(errors).toEqual([])
    const download = { name: 'Texel', state: 'STARTED', progress: 0, photosCount: 2, url: null }
    expect(data.requestDownload).toEqual({ __typename: 'RequestDownloadSuccess', download })
    const [call, ...others] = gateway.upstreams.calls
    expect([call?.method, call?.path, call?.body, others]).toEqual([
      'POST',
      '/downloads/downloads',
      { photos: [2, 1].map((number) => imageIdOf(number)), name: 'Texel' },
      [],
    ])
    expect(call?.headers).not.toHaveProperty('idempotency-key')
  })

  test('accepts a service that responds with only the specified fields', async () => {
    const text = JSON.stringify({ id: 'archive-1', name: 'x', photos: ['1', '2'] })
    gateway.upstreams.fail('/downloads/downloads', { kind: 'body', text })
    const { data } = await request([photoId(1), photoId(2)])
    const download = { name: 'x', state: 'STARTED', progress: 0, photosCount: 2, url: null }
    expect(data.requestDownload.download).toEqual(download)
  })

  test('returns NOT_FOUND when none of the photos exists, or none of the ids is valid', async () => {
    expect((await request([photoId(9)])).data.requestDownload).toEqual({
      __typename: 'PhotosNotFound',
      code: 'NOT_FOUND',
    })
    gateway.upstreams.heal()
    expect((await request(['nonsense'])).data.requestDownload).toMatchObject({ code: 'NOT_FOUND' })
    expect(gateway.upstreams.calls).toEqual([])
  })

  test('accepts 1 to 100 photos', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => photoId(index))
    expect(codesOf(await request([]))).toEqual(['BAD_USER_INPUT'])
    expect(codesOf(await request(ids))).toEqual(['BAD_USER_INPUT'])
    expect(gateway.upstreams.calls).toEqual([])
    expect((await request(ids.slice(0, 100))).data.requestDownload.download.photosCount).toBe(3)
  })

  test.each([
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a key with a space', { idempotencyKey: 'a key' }],
    ['a key with a line break', { idempotencyKey: 'key\r\nx-evil: 1' }],
    ['an empty key', { idempotencyKey: '' }],
    ['a key that is not ASCII', { idempotencyKey: 'sleutel-é' }],
  ])('rejects %s', async (_what, more) => {
    expect(codesOf(await request([photoId(1)], more))).toEqual(['BAD_USER_INPUT'])
    expect(gateway.upstreams.calls).toEqual([])
  })

  test('creates one archive when sent twice with the same key', async () => {
    const more = { idempotencyKey: 'a8f0c2' }
    const answers = [await request([photoId(1)], more), await request([photoId(1)], more)]
    expect(gateway.upstreams.calls.map(({ headers }) => headers['idempotency-key'])).toEqual(['a8f0c2', 'a8f0c2'])
    expect(gateway.upstreams.work(anna).archives).toHaveLength(1)
    expect(answers[0]?.data).toEqual(answers[1]?.data)
  })

  test.each([{ kind: 'reset' }, { kind: 'status', status: 503 }] as const)(
    'is retried after a lost response if it has an idempotency key, and is not retried without a key: %j',
    async (fault) => {
      gateway.upstreams.fail('/downloads', fault, 1)
      expect((await request([photoId(1)], { idempotencyKey: 'k1' })).data.requestDownload).toHaveProperty('download')
      expect(gateway.upstreams.calls).toHaveLength(2)
      gateway.upstreams.heal()
      gateway.upstreams.fail('/downloads', fault, 1)
      expect(codesOf(await request([photoId(1)]))).toEqual(['UPSTREAM_UNAVAILABLE'])
      expect(gateway.upstreams.calls).toHaveLength(1)
    },
  )
})

describe('requestSharedAlbumDownload', () => {
  test('sends the owner of each photo, with one call each for album, photos and archive', async () => {
    const { upstreams } = gateway
    const photoIds = [imageIdOf(9), imageIdOf(1)]
    const { albumId } = upstreams.albums.put(1, { ownerId: bram, participants: [anna], photoIds })
    const input = {
      sharedAlbumId: globalId('SharedAlbum', albumId),
      photoIds: [photoId(9), photoId(1)],
      idempotencyKey: 'k2',
    }
    const { data, errors } = await gateway.ask(sharedMutation, { input })
    expect(errors).toEqual([])
    expect(data.requestSharedAlbumDownload).toMatchObject({ download: { state: 'STARTED', photosCount: 2 } })
    const call = upstreams.calls.find(({ path }) => path.startsWith('/downloads/'))
    expect([call?.path, call?.headers['idempotency-key']]).toEqual(['/downloads/shared-album-downloads', 'k2'])
    const owners = [
      { photoId: photoIds[0], ownerId: bram },
      { photoId: photoIds[1], ownerId: anna },
    ]
    expect(call?.body).toEqual({ photos: owners })
    expect(upstreams.calls).toHaveLength(3)
  })

  test('makes no request for an album that the viewer cannot see', async () => {
    const { upstreams } = gateway
    const { albumId } = upstreams.albums.put(1, { ownerId: bram, photoIds: [imageIdOf(9)] })
    for (const sharedAlbumId of [globalId('SharedAlbum', albumId), globalId('Album', albumId), 'nonsense']) {
      const { data } = await gateway.ask(sharedMutation, {
        input: { sharedAlbumId, photoIds: [photoId(9), photoId(1)] },
      })
      expect(data.requestSharedAlbumDownload).toEqual({ __typename: 'PhotosNotFound', code: 'NOT_FOUND' })
    }
    expect(upstreams.pathsOf('downloads')).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AlbumsClient } from '../../../gateway/upstream/photos/albumsClient.ts'
import { PhotosClient } from '../../../gateway/upstream/photos/photosClient.ts'
import { path, queryOf } from '../../../gateway/upstream/path.ts'
import { Upstream } from '../../../gateway/upstream/upstream.ts'
import { type FaultyService, startFaultyService } from '../../support/faultyService.ts'
import { buildKnowledge, buildScope, wireAnything } from '../../support/upstreamCalls.ts'

let service: FaultyService
let upstream: Upstream

beforeAll(async () => {
  service = await startFaultyService()
  upstream = new Upstream({ name: 'albums', baseUrl: `${service.url}/albums` })
})
afterAll(async () => {
  await upstream.close()
  await service.stop()
})
beforeEach(() => {
  service.calls.length = 0
  service.behave = () => ({ json: {} })
})

/** Ids that a proxy would resolve when it decodes a path, or that no service can have. */
const hostileIds = [
  '',
  '.',
  '..',
  '../users',
  'a/../users',
  'a/..',
  '..\\users',
  'a/./b',
  'a\u0000b',
  'a\r\nHost: evil.test',
  'a\u0085b',
  '\uD800',
  'x'.repeat(1_025),
]

const foreignIds = [
  '17',
  'Summer-2024',
  'a/b',
  'a\\b',
  'a?admin=1',
  'a#b',
  '100% a+b',
  '%2e%2e%2fusers',
  'a..b',
  '.hidden',
  '\u2215 ä 写真 🏖',
  'a;b:c@d',
  'X'.repeat(200),
]

describe('a path', () => {
  test.each(hostileIds)('with the id %j causes NOT_FOUND, and no call is made', async (id) => {
    const call = upstream.call({ path: path`/albums/${id}/photos`, answer: wireAnything }, buildScope())
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND', upstream: 'albums' })
    expect(service.calls).toEqual([])
  })

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('rejects the number %d', async (id) => {
    const call = upstream.call({ path: path`/albums/${id}`, answer: wireAnything }, buildScope())
    await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(service.calls).toEqual([])
  })

  test.each(foreignIds)('has the id %j as one segment', async (id) => {
    await upstream.call({ path: path`/albums/${id}/photos`, answer: wireAnything }, buildScope())
    const [, , , segment = '', ...rest] = service.calls[0]?.path.split('/') ?? []
    expect([decodeURIComponent(segment), rest]).toEqual([id, ['photos']])
    expect(segment).toMatch(/^[\w.~!*'()%-]+$/)
  })

  test('contains plain ids and integers unchanged', async () => {
    const id = '0190a1b2-c3d4-7e5f-8a6b-1c2d3e4f5a6b'
    await upstream.call({ path: path`/albums/${id}/in/${2024}/${0}/IMG_1.jpg`, answer: wireAnything }, buildScope())
    expect(service.calls.map((call) => call.path)).toEqual([`/albums/albums/${id}/in/2024/0/IMG_1.jpg`])
  })

  test('of the photos service is checked, although its client has no code for the check', async () => {
    const photos = new PhotosClient(upstream, buildScope(), buildKnowledge(upstream))
    const sort = { key: 'created', order: 'asc' } as const
    for (const id of hostileIds) expect(await photos.findNeighbours(id, sort)).toBeNull()
    const albums = new AlbumsClient(upstream, buildScope(), buildKnowledge(upstream))
    for (const id of hostileIds) {
      expect([await albums.findAlbum(id), await albums.findSharedAlbum(id)]).toEqual([null, null])
      expect(await albums.findNeighbours('albums', 'an-album', id, sort)).toBeNull()
      expect(await albums.addPhotos(id, ['a-photo'])).toBe('notFound')
    }
    await expect(photos.listMonth({ year: -1, month: 5 }, { cursor: null, limit: 1, sort })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(service.calls).toEqual([])
  })
})

describe('a query', () => {
  test('encodes each value as one parameter, and omits undefined ones', async () => {
    const query = { limit: 24, cursor: 'a&b=c#d ?\u0000é', all: true, none: null, nothing: undefined }
    await upstream.call({ path: path`/albums`, query, answer: wireAnything }, buildScope())
    const asked = new URL(service.calls[0]?.path ?? '', service.url)
    expect(asked.pathname).toBe('/albums/albums')
    expect([...asked.searchParams]).toEqual([
      ['limit', '24'],
      ['cursor', 'a&b=c#d ?\u0000é'],
      ['all', 'true'],
    ])
  })

  test('can encode any text', () => {
    expect(queryOf({ cursor: 'half a pair \uD800' })).toBe('?cursor=half%20a%20pair%20%EF%BF%BD')
    expect(queryOf({ cursor: null })).toBe('')
  })
})

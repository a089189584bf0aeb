import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BatchLoader } from '../../../gateway/upstream/batch.ts'
import type { CallScope, ObservedCall } from '../../../gateway/upstream/call.ts'
import { path } from '../../../gateway/upstream/path.ts'
import { Upstream } from '../../../gateway/upstream/upstream.ts'
import { wireSchema } from '../../../gateway/upstream/wireSchema.ts'
import { type FaultyService, startFaultyService } from '../../support/faultyService.ts'
import { buildScope, wireAnything } from '../../support/upstreamCalls.ts'

let service: FaultyService
let upstream: Upstream

beforeAll(async () => {
  service = await startFaultyService()
  upstream = new Upstream({ name: 'photos', baseUrl: service.url })
})
afterAll(async () => {
  await upstream.close()
  await service.stop()
})
beforeEach(() => {
  service.calls.length = 0
  service.behave = ({ headers }) => ({ json: { for: headers.authorization ?? null } })
})

const read = { path: path`/users`, query: { limit: 1 }, answer: wireAnything }

describe('reads of one operation', () => {
  test('share one call while it is in flight, if they are identical', async () => {
    const scope = buildScope()
    const [one, other] = await Promise.all([upstream.call(read, scope), upstream.call({ ...read }, scope)])
    expect(one).toBe(other)
    expect(service.calls).toHaveLength(1)
    expect(scope.observed).toHaveLength(1)
  })

  test('fail together if they share a call', async () => {
    service.behave = () => ({ json: {}, status: 404 })
    const scope = buildScope()
    const calls = await Promise.allSettled([upstream.call(read, scope), upstream.call(read, scope)])
    expect(calls).toMatchObject([{ reason: { code: 'NOT_FOUND' } }, { reason: { code: 'NOT_FOUND' } }])
    expect(service.calls).toHaveLength(1)
  })

  test('make two calls when they are sequential, although they are identical', async () => {
    const scope = buildScope()
    await upstream.call(read, scope)
    await upstream.call(read, scope)
    expect(service.calls).toHaveLength(2)
  })

  test.each([
    ['path', { path: path`/photos` }],
    ['query', { query: { limit: 2 } }],
    ['headers', { headers: { 'x-forwarded-host': 'lumina.test' } }],
    ['response schema', { answer: wireSchema(z.object({})) }],
    ['method', { method: 'POST', isRead: true } as const],
  ])('do not share a call if they differ in their %s', async (_what, difference) => {
    const scope = buildScope()
    await Promise.all([upstream.call(read, scope), upstream.call({ ...read, ...difference }, scope)])
    expect(service.calls).toHaveLength(2)
  })

  test('share nothing with reads of another customer or without a token', async () => {
    const scope = buildScope({ accessToken: 'anna' })
    const others: CallScope[] = [buildScope({ accessToken: 'bert' }), { ...scope, accessToken: undefined }]
    const answers = await Promise.all([scope, ...others].map((one) => upstream.call(read, one)))
    expect(answers).toEqual([{ for: 'Bearer anna' }, { for: 'Bearer bert' }, { for: null }])
  })

  test('are not shared across a write, so that changes are visible', async () => {
    service.behave = ({ method }) => ({ json: {}, after: method === 'GET' ? 200 : 0 })
    const scope = buildScope()
    const before = upstream.call(read, scope)
    await upstream.call({ method: 'DELETE', path: path`/photos`, answer: wireAnything }, scope)
    await Promise.all([before, upstream.call(read, scope)])
    expect(service.calls.map(({ method }) => method).toSorted()).toEqual(['DELETE', 'GET', 'GET'])
  })

  test('can share a call, but identical writes never do', async () => {
    const write = { method: 'DELETE', path: path`/photos`, answer: wireAnything } as const
    const scope = buildScope()
    await Promise.all([upstream.call(write, scope), upstream.call(write, scope)])
    expect(service.calls).toHaveLength(2)
  })
})

const wireAlbums = wireSchema(z.object({ albums: z.array(z.object({ id: z.string(), coverId: z.string() })) }))
const wirePhotos = wireSchema(z.object({ images: z.array(z.object({ imageId: z.string() })) }))

function serveAlbums(count: number): void {
  service.behave = ({ path: asked, body }) => {
    if (asked.startsWith('/albums')) {
      const albums = Array.from({ length: count }, (_, index) => ({ id: `a${index}`, coverId: `p${index % 40}` }))
      return { json: { albums } }
    }
    const { photoIds }: { photoIds: string[] } = JSON.parse(body)
    return { json: { images: photoIds.filter((id) => id !== 'p3').map((imageId) => ({ imageId })) } }
  }
}

function coverLoader(scope: CallScope, limit: number) {
  return new BatchLoader({
    fetch: async (photoIds) => {
      const request = { method: 'POST', path: path`/photos/lookup`, isRead: true, answer: wirePhotos } as const
      return (await upstream.call({ ...request, body: { photoIds } }, scope)).images
    },
    idOf: ({ imageId }) => imageId,
    limit,
  })
}

describe('a list of objects that each refer to another object', () => {
  test('takes 2 calls instead of 51, loads each object once, and returns null for missing objects', async () => {
    serveAlbums(50)
    const scope = buildScope()
    const photos = coverLoader(scope, 500)
    const { albums } = await upstream.call({ path: path`/albums`, answer: wireAlbums }, scope)
    const covers = await Promise.all(albums.map(async ({ coverId }) => photos.load(coverId)))
    expect(service.calls).toHaveLength(2)
    expect(JSON.parse(service.calls[1]?.body ?? '').photoIds).toHaveLength(40)
    expect(covers.map((cover) => cover?.imageId ?? null)).toEqual(
      albums.map(({ coverId }) => (coverId === 'p3' ? null : coverId)),
    )
  })

  test('takes as few calls as the service’s batch size allows', async () => {
    serveAlbums(40)
    const photos = coverLoader(buildScope(), 15)
    await Promise.all(Array.from({ length: 40 }, (_, index) => photos.load(`p${index}`)))
    expect(service.calls).toHaveLength(3)
  })
})

describe('every call', () => {
  test('has the caller’s token, the correlation id and the trace', async () => {
    const observer = {
      upstreamCall: () => undefined,
      traceHeaders: () => ({ traceparent: '00-11111111111111111111111111111111-2222222222222222-01' }),
    }
    await upstream.call(read, buildScope({ observer, correlationId: 'shared-1', accessToken: 'anna' }))
    expect(service.calls[0]?.headers).toMatchObject({
      'x-correlation-id': 'shared-1',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
      authorization: 'Bearer anna',
      accept: 'application/json',
    })
  })

  test('is reported to the observer with its outcome', async () => {
    const scope = buildScope()
    await upstream.call(read, scope)
    const expected: ObservedCall = {
      upstream: 'photos',
      method: 'GET',
      milliseconds: expect.any(Number),
      attempts: 1,
      outcome: 'OK',
    }
    expect(scope.observed).toEqual([expected])
  })
})

import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, startGateway } from '../support/gateway.ts'
import { type TokenContent, anna, bram, createTokenIssuer } from '../support/tokens.ts'
import { type Upstreams, startUpstreams } from '../support/upstream.ts'

let upstreams: Upstreams
let app: FastifyInstance

beforeAll(async () => {
  upstreams = await startUpstreams()
  app = await startGateway(upstreams)
})
afterAll(async () => {
  await app.close()
  await upstreams.app.close()
})
beforeEach(() => upstreams.heal())

const viewer = '{ viewer { email isBusiness library { photosCount } } }'
const past = () => Math.floor(Date.now() / 1000) - 1

/** The middle part of the token says something else; its signature stays. */
function withPayload(token: string, change: (claims: Record<string, unknown>) => object): string {
  const [header, payload = '', signature] = token.split('.')
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return [header, Buffer.from(JSON.stringify(change(claims))).toString('base64url'), signature].join('.')
}

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
  return `${header}.${token.split('.')[1]}.`
}

const claimed: [string, TokenContent][] = [
  ['has expired', { claims: { exp: past() } }],
  ['never expires', { claims: { exp: undefined } }],
  ['is not valid yet', { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }],
  ['is for another audience', { claims: { aud: 'urn:other:api' } }],
  ['is for no audience', { claims: { aud: undefined } }],
  ['is of another issuer', { claims: { iss: 'http://evil.test/identity' } }],
  ['is of no issuer', { claims: { iss: undefined } }],
  ['is of another type', { header: { typ: 'JWT' } }],
  ['is of no type', { header: { typ: undefined } as never }],
  ['is signed with a key that nobody knows', { header: { kid: 'unknown' } }],
  ['is about nobody', { claims: { sub: undefined } }],
  ['is about somebody who cannot be', { claims: { sub: '../photos' } }],
]

describe('without a token', () => {
  test('the viewer is null', async () => {
    const { status, data, errors } = await ask(app, viewer)
    expect({ status, data, errors }).toEqual({ status: 200, data: { viewer: null }, errors: [] })
  })

  test('nothing of anybody can be changed', async () => {
    const { data, errors } = await ask(app, 'mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }')
    expect(data).toBeNull()
    expect(errors[0]?.extensions['code']).toBe('UNAUTHENTICATED')
    expect(upstreams.pathsOf('photos')).toEqual([])
  })
})

describe('a good token', () => {
  test('tells who the viewer is, and is forwarded', async () => {
    const token = await upstreams.tokens.issue(anna, { claims: { email: 'anna@example.com', auth_method: 'b2b' } })
    const { data } = await ask(app, viewer, { token })
    expect(data).toEqual({ viewer: { email: 'anna@example.com', isBusiness: true, library: { photosCount: 0 } } })
    const forwarded = upstreams.calls.find(({ path }) => path === '/photos/users')
    expect(forwarded?.headers['authorization']).toBe(`Bearer ${token}`)
  })

  test('is remembered, and refused all the same when its time is over', async () => {
    const token = await upstreams.tokens.issue(anna, { claims: { exp: Math.floor(Date.now() / 1000) + 2 } })
    expect((await ask(app, viewer, { token })).status).toBe(200)
    await expect.poll(async () => (await ask(app, viewer, { token })).status, { timeout: 5_000 }).toBe(401)
  })
})

async function expectRefusal(authorization: string): Promise<void> {
  const { status, data, errors, headers } = await ask(app, viewer, { headers: { authorization } })
  expect(status).toBe(401)
  expect(data).toBeUndefined()
  expect(errors).toHaveLength(1)
  expect(errors[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', correlationId: headers['x-correlation-id'] })
  expect(upstreams.pathsOf('photos')).toEqual([])
}

describe('a token that', () => {
  test.each(claimed)('%s is refused', async (_what, content) => {
    await expectRefusal(`Bearer ${await upstreams.tokens.issue(anna, content)}`)
  })

  test('is signed by another key of the same name is refused', async () => {
    const other = await createTokenIssuer(upstreams.tokens.issuer)
    await expectRefusal(`Bearer ${await other.issue(anna)}`)
  })

  test('was altered is refused', async () => {
    const token = await upstreams.tokens.issue(anna)
    await expectRefusal(`Bearer ${withPayload(token, (claims) => ({ ...claims, sub: bram }))}`)
  })

  test('says that it needs no signature is refused', async () => {
    await expectRefusal(`Bearer ${unsigned(await upstreams.tokens.issue(anna))}`)
  })

  test.each(['Bearer', 'Bearer ', 'Bearer not.a.token', 'Basic YTpi', 'Bearer a b', `Bearer ${'x'.repeat(4000)}`])(
    'is no token is refused: %.20s',
    async (authorization) => expectRefusal(authorization),
  )

  test('cannot be checked, because the keys cannot be had, is the service’s fault', async () => {
    const fresh = await startGateway(upstreams)
    upstreams.fail('/identity/jwks', { kind: 'status', status: 500 })
    const { status, errors } = await ask(fresh, viewer, { token: await upstreams.tokens.issue(anna) })
    await fresh.close()
    expect(status).toBe(503)
    expect(errors[0]?.extensions['code']).toBe('UPSTREAM_UNAVAILABLE')
  })
})

import { generateKeyPairSync, sign } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { type TokenContent, anna, bram, createTokenIssuer } from '../support/tokens.ts'
import { altered, mutate, signedByOther, signedByPublicKey, unsigned, withOwnKey } from './security/forgery.ts'

const gateway = setUpGateway()

afterEach(() => {
  vi.useRealTimers()
})

const target = () => ({ tokens: gateway.upstreams.tokens, accountId: anna })

const viewer = '{ viewer { email isBusiness library { photosCount } } }'
const fromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

const claimed: [string, TokenContent][] = [
  ['has expired', { claims: { exp: fromNow(-7) } }],
  ['has an invalid expiry', { claims: { exp: 'tomorrow' } }],
  ['never expires', { claims: { exp: undefined } }],
  ['is not valid yet', { claims: { nbf: fromNow(600) } }],
  ['was issued in the future', { claims: { iat: fromNow(600) } }],
  ['is for another audience', { claims: { aud: 'urn:other:api' } }],
  ['is for an audience similar to ours', { claims: { aud: 'urn:keepsake:api ' } }],
  ['is for audiences without ours', { claims: { aud: ['urn:other:api', 'urn:keepsake'] } }],
  ['is for no audience', { claims: { aud: undefined } }],
  ['is from another issuer', { claims: { iss: 'http://evil.test/identity' } }],
  ['is from an authority with another name', { claims: { iss: 'http://keepsake.test/identity/authorities/a/b' } }],
  ['is from an issuer similar to ours', { claims: { iss: 'http://keepsake.test/identity/' } }],
  ['has no issuer', { claims: { iss: undefined } }],
  ['has another type', { header: { typ: 'JWT' } }],
  ['has no type', { header: { typ: undefined } as never }],
  ['is signed with an unknown key', { header: { kid: 'unknown' } }],
  ['has no subject', { claims: { sub: undefined } }],
  ['has an invalid subject', { claims: { sub: '' } }],
]

describe('without a token', () => {
  test('the viewer is null', async () => {
    const { status, data, errors } = await ask(gateway.app, viewer)
    expect({ status, data, errors }).toEqual({ status: 200, data: { viewer: null }, errors: [] })
  })

  test('nothing can be changed', async () => {
    const { data, errors } = await ask(
      gateway.app,
      'mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }',
    )
    expect(data).toBeNull()
    expect(errors[0]?.extensions['code']).toBe('UNAUTHENTICATED')
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })
})

describe('a valid token', () => {
  test('may name an authority in its issuer', async () => {
    const iss = `${gateway.upstreams.tokens.issuer}/authorities/nordic`
    const token = await gateway.upstreams.tokens.issue(anna, { claims: { iss } })
    const { data, errors } = await ask(gateway.app, viewer, { token })
    expect([data.viewer === null, errors]).toEqual([false, []])
  })

  test('identifies the viewer, and is forwarded', async () => {
    const token = await gateway.upstreams.tokens.issue(anna, {
      claims: { email: 'anna@example.com', auth_method: 'b2b' },
    })
    const { data } = await ask(gateway.app, viewer, { token })
    expect(data).toEqual({ viewer: { email: 'anna@example.com', isBusiness: true, library: { photosCount: 0 } } })
    const forwarded = gateway.upstreams.calls.find(({ path }) => path === '/photos/users')
    expect(forwarded?.headers['authorization']).toBe(`Bearer ${token}`)
  })

  test('may come from a clock that is slightly slow or fast', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const claims of [{ exp: fromNow(-3) }, { nbf: fromNow(3), iat: fromNow(3) }]) {
      expect(
        (await ask(gateway.app, viewer, { token: await gateway.upstreams.tokens.issue(anna, { claims }) })).status,
      ).toBe(200)
    }
  })

  test('may have further audiences', async () => {
    const token = await gateway.upstreams.tokens.issue(anna, { claims: { aud: ['urn:other:api', 'urn:keepsake:api'] } })
    expect((await ask(gateway.app, viewer, { token })).status).toBe(200)
  })

  test('is cached, and still rejected after it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await gateway.upstreams.tokens.issue(anna, { claims: { exp: fromNow(-3) } })
    expect((await ask(gateway.app, viewer, { token })).status).toBe(200)
    vi.setSystemTime(Date.now() + 3_000)
    expect((await ask(gateway.app, viewer, { token })).status).toBe(401)
  })

  test('is cached, and rejected if it expires before the body of the request arrives', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await gateway.upstreams.tokens.issue(anna, { claims: { exp: fromNow(-3) } })
    expect((await ask(gateway.app, viewer, { token })).status).toBe(200)
    const body = new PassThrough()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answered = gateway.app
      .inject({ method: 'POST', url: '/graphql', headers, payload: body })
      .then(({ statusCode }) => statusCode)
    // The gateway has read the headers by then.
    await pause(100)
    vi.setSystemTime(Date.now() + 3_000)
    body.end(JSON.stringify({ query: viewer }))
    expect(await answered).toBe(401)
  })
})

async function expectRefusal(authorization: string): Promise<void> {
  const { status, data, errors, headers } = await ask(gateway.app, viewer, { headers: { authorization } })
  expect(status).toBe(401)
  expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect(data).toBeUndefined()
  expect(errors).toHaveLength(1)
  expect(errors[0]?.extensions).toEqual({ code: 'UNAUTHENTICATED', correlationId: headers['x-correlation-id'] })
  expect(gateway.upstreams.pathsOf('photos')).toEqual([])
}

test.each([
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
  ['text/event-stream', 'application/json; charset=utf-8'],
])('a client that accepts %s gets the refusal of a token as %s', async (accept, type) => {
  const answer = await ask(gateway.app, viewer, { headers: { authorization: 'Bearer x.y.z', accept } })
  expect([answer.status, answer.headers['content-type']]).toEqual([401, type])
})

describe('a token that', () => {
  test.each(claimed)('%s is rejected', async (_what, content) => {
    await expectRefusal(`Bearer ${await gateway.upstreams.tokens.issue(anna, content)}`)
  })

  test('is signed by another key with the same id is rejected', async () => {
    const other = await createTokenIssuer(gateway.upstreams.tokens.issuer)
    await expectRefusal(`Bearer ${await other.issue(anna)}`)
  })

  test('was altered is rejected', async () => {
    await expectRefusal(`Bearer ${await altered(target(), { sub: bram })}`)
    await expectRefusal(`Bearer ${await altered(target(), { exp: fromNow(60_000) })}`)
  })

  test.each(['none', 'None', 'NONE', 'nOnE', ''])('claims to need no signature is rejected: %s', async (alg) => {
    const signature = (await gateway.upstreams.tokens.issue(anna)).split('.')[2]
    await expectRefusal(`Bearer ${unsigned(target(), alg)}`)
    await expectRefusal(`Bearer ${unsigned(target(), alg, signature)}`)
  })

  test('is signed with the public key as a shared secret is rejected', async () => {
    await expectRefusal(`Bearer ${signedByPublicKey(target())}`)
  })

  test.each(['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'Ed25519'])(
    'is signed with a foreign key of type %s is rejected',
    async (alg) => expectRefusal(`Bearer ${await signedByOther(target(), alg)}`),
  )

  test('names our algorithm but uses another curve is rejected', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const signed = (await gateway.upstreams.tokens.issue(anna)).split('.').slice(0, 2).join('.')
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    await expectRefusal(`Bearer ${signed}.${signature.toString('base64url')}`)
  })

  test.each(['jwk', 'jku', 'x5u'])(
    'contains its own key as %s is rejected, and the key is not fetched',
    async (name) => {
      const url = `${gateway.upstreams.url}/forged/keys`
      await expectRefusal(`Bearer ${await withOwnKey(target(), name, { [name]: url })}`)
      expect(gateway.upstreams.calls.filter(({ path }) => path.startsWith('/forged'))).toEqual([])
    },
  )

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer not.a.token',
    'Basic YTpi',
    'Bearer a b',
    `Bearer ${'x'.repeat(4000)}`,
    'Bearer ..',
    'Bearer ...',
  ])('is not a token is rejected: %.20s', async (authorization) => expectRefusal(authorization))

  test('is valid but exceeds the length limit is rejected', async () => {
    const long = await gateway.upstreams.tokens.issue(anna, { claims: { note: 'x'.repeat(4_000) } })
    expect((await ask(gateway.app, viewer, { token: long })).status).toBe(200)
    gateway.upstreams.heal()
    await expectRefusal(`Bearer ${await gateway.upstreams.tokens.issue(anna, { claims: { note: 'x'.repeat(7_000) } })}`)
  })

  test('was changed anywhere is rejected with a code, whatever its content', async () => {
    const token = await gateway.upstreams.tokens.issue(anna)
    const signed = token.split('.').slice(0, 2).join('.')
    const statuses = new Map<number, number>()
    for (let seed = 0; seed < 1_000; seed += 1) {
      const mutated = mutate(token, seed)
      const { status, data, errors } = await ask(gateway.app, '{ viewer { email } }', { token: mutated })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // The last character of a signature has unused bits, so a different character can encode the same bytes.
      if (status === 200)
        expect([mutated.startsWith(signed), data]).toEqual([true, { viewer: { email: 'a@example.com' } }])
      else expect([mutated, errors[0]?.extensions['code']]).toEqual([mutated, 'UNAUTHENTICATED'])
    }
    expect([...statuses.keys()].filter((status) => ![200, 401].includes(status))).toEqual([])
    expect(statuses.get(401)).toBeGreaterThan(900)
  })
})

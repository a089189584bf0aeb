import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { publicUrl, type RunningIdentity, startIdentity } from './support.ts'
import {
  finishSignIn,
  locationOf,
  openSignIn,
  refresh,
  signInAs,
  SignInRequest,
  tokensFor,
  type TokenAnswer,
  Visitor,
} from './visitor.ts'

const [anna, ben] = demoAccounts
const hour = 3_600_000
const day = 24 * hour
const credentials = { email: anna.email, password: demoPassword }

describe.each(databaseKinds)('on %s', (kind) => {
  let identity: RunningIdentity

  beforeAll(async () => {
    identity = await startIdentity({ kind })
  })

  afterAll(async () => identity.close())

  test('a refresh token gives new tokens with the same claims, and another refresh token', async () => {
    const visitor = identity.visitor()
    const first = await signInAs(visitor, credentials)
    const second = await answerOf(await refresh(visitor, first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const claims = decodeJwt(first.access_token)
    const times = { iat: expect.any(Number), exp: expect.any(Number), jti: expect.any(String) }
    expect(decodeJwt(second.access_token)).toEqual({ ...claims, ...times })
    expect(decodeJwt(second.access_token).jti).not.toBe(claims.jti)
    expect((await refresh(visitor, second.refresh_token)).status).toBe(200)
  })

  test('a refresh token that is used twice revokes every token of its sign-in', async () => {
    const visitor = identity.visitor()
    const first = await signInAs(visitor, credentials)
    const second = await answerOf(await refresh(visitor, first.refresh_token))
    await expectRefused(await refresh(visitor, first.refresh_token))
    await expectRefused(await refresh(visitor, second.refresh_token))
  })

  test('a refresh token that is used many times at once yields at most one answer, whose tokens are invalid', async () => {
    const visitor = identity.visitor()
    const first = await signInAs(visitor, credentials)
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(visitor, first.refresh_token)))
    const given = answers.filter((answer) => answer.ok)
    expect(given.length).toBeLessThanOrEqual(1)
    for (const answer of given) {
      await expectRefused(await refresh(visitor, (await answerOf(answer)).refresh_token))
    }
  })

  test('a refresh token of another site is rejected, and stays valid for its own site', async () => {
    const visitor = identity.visitor()
    const { refresh_token: token } = await signInAs(visitor, credentials)
    await expectRefused(await refresh(visitor, token, 'lumina-web'))
    expect((await refresh(visitor, token)).status).toBe(200)
  })

  test.each(['', 'x', 'x'.repeat(43), '../../etc', "' or 1=1 --"])(
    'the refresh token %j is rejected',
    async (token) => {
      expect((await refresh(identity.visitor(), token)).status).toBe(400)
    },
  )

  test('a code that is used twice revokes the first tokens', async () => {
    const visitor = identity.visitor()
    const request = new SignInRequest()
    const answered = await visitor.submit(await openSignIn(visitor, request), credentials)
    const exchange = request.exchange(await finishSignIn(visitor, answered))
    const tokens = await tokensFor(visitor, exchange)
    await expectRefused(await visitor.submit('/identity/token', exchange, { accept: 'application/json' }))
    await expectRefused(await refresh(visitor, tokens.refresh_token))
  })

  test('a code that is used three times at once, at two replicas, gives no lasting refresh token', async () => {
    const replica = kind === 'the embedded database' ? null : await identity.startReplica()
    const urls = [identity.url, replica?.url ?? identity.url, identity.url]
    const visitor = identity.visitor()
    await signInAs(visitor, credentials)
    try {
      for (let round = 1; round <= 12; round += 1) {
        const request = new SignInRequest()
        const exchange = request.exchange(await codeOf(visitor, request))
        const answers = await Promise.all(
          urls.map((url) => new Visitor(url, publicUrl).submit('/identity/token', exchange)),
        )
        const given = answers.filter((answer) => answer.ok)
        expect(given.length).toBeLessThanOrEqual(1)
        for (const answer of given) {
          await expectRefused(await refresh(visitor, (await answerOf(answer)).refresh_token))
        }
      }
    } finally {
      await replica?.close()
    }
  })

  test('after a token was used twice, the session signs the browser in again without showing a page', async () => {
    const visitor = identity.visitor()
    const { refresh_token: token } = await signInAs(visitor, credentials)
    await Promise.all([1, 2, 3].map(async () => refresh(visitor, token)))
    const request = new SignInRequest()
    const tokens = await tokensFor(visitor, request.exchange(await codeOf(visitor, request)))
    expect((await refresh(visitor, tokens.refresh_token)).status).toBe(200)
  })

  test('a sign-in ends after 14 days, however often it was renewed', async () => {
    const visitor = identity.visitor()
    const clock = stopClock()
    let { refresh_token: token } = await signInAs(visitor, credentials)
    for (let days = 1; days <= 13; days += 1) {
      clock.advance(day)
      token = (await answerOf(await refresh(visitor, token))).refresh_token
    }
    // Another sign-in of the site, which the session completes without a page.
    const request = new SignInRequest()
    const later = await tokensFor(visitor, request.exchange(await codeOf(visitor, request)))
    clock.advance(day - hour)
    token = (await answerOf(await refresh(visitor, token))).refresh_token
    const last = await answerOf(await refresh(visitor, later.refresh_token))
    clock.advance(hour)
    await expectRefused(await refresh(visitor, token))
    await expectRefused(await refresh(visitor, last.refresh_token))
    expect(await openSignIn(visitor)).toContain('/identity/interaction/')
  })

  test('a revoked refresh token is rejected', async () => {
    const visitor = identity.visitor()
    const { refresh_token: token } = await signInAs(visitor, credentials)
    const fields = { client_id: 'keepsake-web', token, token_type_hint: 'refresh_token' }
    expect((await visitor.submit('/identity/token/revocation', fields)).status).toBe(200)
    await expectRefused(await refresh(visitor, token))
  })

  test('a deleted account gets no tokens, and its session has to sign in again', async () => {
    const visitor = identity.visitor()
    const { refresh_token: token } = await signInAs(visitor, { email: ben.email, password: demoPassword })
    await identity.database.deleteFrom('accounts').where('id', '=', ben.id).execute()
    await expectRefused(await refresh(visitor, token))
    const page = await openSignIn(visitor)
    expect(page).toContain('/identity/interaction/')
    const answered = await visitor.submit(page, { email: ben.email, password: demoPassword })
    expect(answered.status).toBe(422)
  })

  test('neither codes nor refresh tokens can be read from the database', async () => {
    const visitor = identity.visitor()
    const tokens = await signInAs(visitor, credentials)
    const records = await identity.database.selectFrom('provider_records').selectAll().execute()
    expect(records.some(({ model }) => model === 'RefreshToken')).toBe(true)
    expect(JSON.stringify(records)).not.toContain(tokens.refresh_token)
  })

  test('sessions, refresh tokens and keys survive a restart', async () => {
    const visitor = identity.visitor()
    const before = await signInAs(visitor, credentials)
    identity = await identity.restart()
    const after = await answerOf(await refresh(identity.visitor(), before.refresh_token))
    expect(decodeJwt(after.access_token).sub).toBe(anna.id)
    expect(await identity.platform.tokens.verify(before.access_token)).toMatchObject({ id: anna.id })
  })
})

/** The code of another sign-in of the site. The session completes it without showing a page. */
async function codeOf(visitor: Visitor, request: SignInRequest): Promise<string> {
  return new URL(locationOf(await visitor.get(request.url()))).searchParams.get('code') ?? ''
}

async function answerOf(response: Response): Promise<TokenAnswer> {
  expect(response.status).toBe(200)
  // The provider's own answer, which the tests inspect.
  return (await response.json()) as TokenAnswer
}

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
}

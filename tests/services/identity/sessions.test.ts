import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAdapterFactory, deleteRecordsOf } from '../../../services/identity/adapter.ts'
import { deleteEndedSessions } from '../../../services/identity/sessions.ts'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { databaseKinds } from '../../support/database.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { ownAddress, type RunningIdentity, startIdentity } from './support.ts'
import { locationOf, openSignIn, refresh, signInAs, SignInRequest, tokensFor } from './visitor.ts'

const [anna, ben] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

interface WireSession {
  readonly id: string
  readonly browser: string | null
  readonly system: string | null
  readonly device: string | null
  readonly isCurrent: boolean
  readonly isSameNetwork: boolean | null
  readonly signedInAt: string
  readonly lastSeenAt: string
}

describe.each(databaseKinds)('sessions on %s', (kind) => {
  let identity: RunningIdentity
  beforeAll(async () => {
    identity = await startIdentity({ kind })
  })
  afterAll(async () => identity.close())
  afterEach(async () => deleteRecordsOf(identity.database, anna.id))

  const browser = (userAgent: string, address = ownAddress()) =>
    identity.visitor({ ...address, 'user-agent': userAgent })

  test('one browser is one row for all sites, with its device, and the current one is marked', async () => {
    const address = ownAddress()
    const computer = browser(chrome, address)
    const { access_token: token } = await signInAs(computer, credentials)
    const second = new SignInRequest('lumina-web', 'http://lumina.localhost:4000/auth/callback')
    const code = new URL(locationOf(await computer.get(second.url()))).searchParams.get('code') ?? ''
    await tokensFor(computer, second.exchange(code))
    await signInAs(browser(iPhone, address), credentials)
    await signInAs(browser('curl/8.5.0'), credentials)
    await expect.poll(async () => (await list(token)).every(({ isSameNetwork }) => isSameNetwork !== null)).toBe(true)
    const sessions = await list(token)
    expect(sessions).toHaveLength(3)
    const facts = { id: expect.any(String), signedInAt: expect.any(String), lastSeenAt: expect.any(String) }
    expect(sessions).toContainEqual({
      ...facts,
      browser: 'Chrome',
      system: 'Windows',
      device: 'computer',
      isCurrent: true,
      isSameNetwork: true,
    })
    expect(sessions).toContainEqual({
      ...facts,
      browser: 'Safari',
      system: 'iOS',
      device: 'phone',
      isCurrent: false,
      isSameNetwork: true,
    })
    expect(sessions).toContainEqual({
      ...facts,
      browser: null,
      system: null,
      device: null,
      isCurrent: false,
      isSameNetwork: false,
    })
    expect(sessions.find(({ isCurrent }) => isCurrent)?.id).toBe(decodeJwt(token)['sid'])
  })

  test('a text in User-Agent that names no known browser is not shown', async () => {
    const visitor = browser('<b>Evil</b>/1.0 (Your Bank; Click here)')
    const { access_token: token } = await signInAs(visitor, credentials)
    await expect.poll(async () => (await list(token))[0]?.isSameNetwork).toBe(true)
    expect(await list(token)).toMatchObject([{ browser: null, system: null }])
  })

  test('the time of the last use changes with each token, and the time of the sign-in stays', async () => {
    const clock = stopClock()
    const visitor = browser(chrome)
    const first = await signInAs(visitor, credentials)
    const [before] = await list(first.access_token)
    clock.advance(9 * 60_000)
    const second: { access_token: string } = await (await refresh(visitor, first.refresh_token)).json()
    await expect
      .poll(async () => (await list(second.access_token))[0]?.lastSeenAt)
      .toBe(new Date(Date.now()).toISOString())
    const [after] = await list(second.access_token)
    expect(after?.signedInAt).toBe(before?.signedInAt)
    expect(after?.id).toBe(before?.id)
  })

  test('ending a session ends its refresh token and its browser session, and no other', async () => {
    const [mine, lost] = [browser(chrome), browser(iPhone)]
    const own = await signInAs(mine, credentials)
    const stolen = await signInAs(lost, credentials)
    const ended = String(decodeJwt(stolen.access_token)['sid'])
    expect((await call('DELETE', `/sessions/${ended}`, own.access_token)).status).toBe(204)
    expect((await refresh(lost, stolen.refresh_token)).status).toBe(400)
    expect(await openSignIn(lost)).toContain('/identity/interaction/')
    expect(await list(own.access_token)).toMatchObject([{ isCurrent: true }])
    expect((await refresh(mine, own.refresh_token)).status).toBe(200)
    // A session that has ended is not found when it is ended again.
    expect((await call('DELETE', `/sessions/${ended}`, own.access_token)).status).toBe(404)
    // The access token of the ended session cannot manage sessions or passkeys, although the token has not expired.
    expect((await call('GET', '/sessions', stolen.access_token)).status).toBe(401)
    expect((await call('DELETE', '/sessions', stolen.access_token)).status).toBe(401)
    expect((await call('GET', '/passkeys', stolen.access_token)).status).toBe(401)
    // The token cannot change the e-mail address or delete the account either.
    for (const change of ['emailchanges', 'deleteaccount']) {
      const path = `/v2/identities/keepsake/${anna.id}/${change}`
      expect([change, (await call('GET', path, stolen.access_token)).status]).toEqual([change, 403])
      expect([change, (await call('GET', path, own.access_token)).status]).not.toEqual([change, 403])
    }
  })

  test('ending all other sessions keeps the session that the request belongs to, and tells open pages which sessions have ended', async () => {
    const mine = browser(chrome)
    const own = await signInAs(mine, credentials)
    const others = [await signInAs(browser(iPhone), credentials), await signInAs(browser(chrome), credentials)]
    const foreign = await signInAs(browser(chrome), { email: ben.email, password: demoPassword })
    const position = await identity.platform.events.lastPosition(anna.id)
    const answer = await call('DELETE', '/sessions', own.access_token)
    expect(await answer.json()).toEqual({ ended: 2 })
    for (const { refresh_token: token } of others) expect((await refresh(browser(chrome), token)).status).toBe(400)
    expect((await refresh(mine, own.refresh_token)).status).toBe(200)
    expect((await refresh(browser(chrome), foreign.refresh_token)).status).toBe(200)
    const stop = new AbortController()
    const filter = { owner: anna.id, types: ['account.chosenSessionsEnded'], after: position }
    for await (const events of identity.platform.events.subscribe(filter, stop.signal)) {
      const ended = others.map(({ access_token: token }) => decodeJwt(token)['sid'])
      expect(events).toMatchObject([{ data: { sessions: expect.arrayContaining(ended) } }])
      stop.abort()
    }
    expect(await (await call('DELETE', '/sessions', own.access_token)).json()).toEqual({ ended: 0 })
  })

  test.each(['', 'x', '\0', '../passkeys', "' or 1=1 --", 'x'.repeat(200)])(
    'the session id %j ends nothing',
    async (id) => {
      const { access_token: token } = await signInAs(browser(chrome), credentials)
      const answer = await call('DELETE', `/sessions/${encodeURIComponent(id)}x`, token)
      expect(answer.status).toBe(404)
      expect(await list(token)).toHaveLength(1)
    },
  )

  test('only the operator can end all sign-ins of one account; an event tells its open pages', async () => {
    const [mine, other] = [browser(chrome), browser(iPhone)]
    const own = [await signInAs(mine, credentials), await signInAs(other, credentials)]
    const foreign = await signInAs(browser(chrome), { email: ben.email, password: demoPassword })
    const secret = await readFile(join(identity.platform.config.dataDir, 'keys', 'operator'), 'utf8')
    const end = async (email: string, headers: Record<string, string>) =>
      fetch(`${identity.url}/identity/dev/sessions/end`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email }),
      })
    expect((await end(anna.email, { authorization: `Bearer ${foreign.access_token}` })).status).toBe(403)
    expect((await end('nobody@example.com', { 'x-operator-secret': secret.trim() })).status).toBe(404)
    expect(await list(own[0]?.access_token ?? '')).toHaveLength(2)
    const position = await identity.platform.events.lastPosition(anna.id)
    expect((await end(anna.email, { 'x-operator-secret': secret.trim() })).status).toBe(204)
    for (const { refresh_token: token } of own) expect((await refresh(mine, token)).status).toBe(400)
    expect(await openSignIn(other)).toContain('/identity/interaction/')
    expect((await refresh(browser(chrome), foreign.refresh_token)).status).toBe(200)
    const stop = new AbortController()
    const filter = { owner: anna.id, types: ['account.sessionsEnded'], after: position }
    for await (const events of identity.platform.events.subscribe(filter, stop.signal)) {
      expect(events).toMatchObject([{ data: { before: expect.any(String) } }])
      stop.abort()
    }
    await signInAs(mine, credentials)
  })

  test('another customer’s session can be neither seen nor ended', async () => {
    const mine = browser(chrome)
    const own = await signInAs(mine, credentials)
    const foreign = await signInAs(browser(chrome), { email: ben.email, password: demoPassword })
    const session = String(decodeJwt(own.access_token)['sid'])
    expect((await list(foreign.access_token)).map(({ id }) => id)).not.toContain(session)
    expect((await call('DELETE', `/sessions/${session}`, foreign.access_token)).status).toBe(404)
    expect((await refresh(mine, own.refresh_token)).status).toBe(200)
  })

  test('a request that runs while its session is ended cannot save the session again', async () => {
    const visitor = browser(chrome)
    const own = await signInAs(browser(iPhone), credentials)
    const ended = String(decodeJwt((await signInAs(visitor, credentials)).access_token)['sid'])
    const sessions = createAdapterFactory(identity.database, () => undefined)('Session')
    const read = await sessions.findByUid(ended)
    await call('DELETE', `/sessions/${ended}`, own.access_token)
    await expect(sessions.upsert(read?.jti ?? '', read ?? {}, 60)).rejects.toMatchObject({
      error_description: 'the customer has ended this session',
    })
    expect(await sessions.findByUid(ended)).toBeUndefined()
    expect(await openSignIn(visitor)).toContain('/identity/interaction/')
  })

  test('the session cookie changes at each sign-in, and an invented one is never accepted', async () => {
    const visitor = browser(chrome)
    visitor.keep('identity_session=chosen-by-an-attacker; path=/identity')
    const request = new SignInRequest()
    const answered = await visitor.submit(await openSignIn(visitor, request), credentials)
    const first = cookieOf(await visitor.get(locationOf(answered)))
    expect(first).not.toContain('chosen-by-an-attacker')
    const page = locationOf(await visitor.get(new SignInRequest().url({ prompt: 'login' })))
    const again = await visitor.submit(page, credentials)
    const second = cookieOf(await visitor.get(locationOf(again)))
    expect(second).not.toBe(first)
    const thief = identity.visitor(ownAddress())
    thief.keep(`${first}; path=/identity`)
    expect(await openSignIn(thief)).toContain('/identity/interaction/')
  })

  test('a session that has ended by itself is not listed, and its row is deleted later', async () => {
    const clock = stopClock()
    const { access_token: token } = await signInAs(browser(chrome), credentials)
    const old = String(decodeJwt(token)['sid'])
    clock.advance(14 * 24 * 3_600_000 + 1_000)
    const { access_token: later } = await signInAs(browser(iPhone), credentials)
    expect((await list(later)).map(({ id }) => id)).not.toContain(old)
    await identity.database.deleteFrom('provider_records').where('uid', '=', old).execute()
    const past = new Date(Date.now() - 30 * 24 * 3_600_000)
    await identity.database.updateTable('sessions').set({ last_seen_at: past }).where('id', '=', old).execute()
    await deleteEndedSessions(identity.database, new AbortController().signal)
    const kept = (await identity.database.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
    expect(kept).not.toContain(old)
    expect(kept).toContain(decodeJwt(later)['sid'])
  })

  async function list(token: string): Promise<readonly WireSession[]> {
    const answer = await call('GET', '/sessions', token)
    expect(answer.status).toBe(200)
    // The service's own answer, which the tests inspect.
    return ((await answer.json()) as { sessions: WireSession[] }).sessions
  }

  async function call(method: string, path: string, token: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...ownAddress() }
    return fetch(`${identity.url}/identity${path}`, { method, headers })
  }
})

/** The cookie of the browser session. */
function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('identity_session='))
  return cookie?.split(';')[0] ?? ''
}

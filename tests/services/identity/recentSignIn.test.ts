import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireRecentSignIn } from '../../../services/platform/access.ts'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { stopClock } from '../../support/stoppedClock.ts'
import { type RunningIdentity, startIdentity } from './support.ts'
import { finishSignIn, locationOf, refresh, signInAs, SignInRequest, tokensFor } from './visitor.ts'

const [anna, ben] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
const minute = 60_000

let identity: RunningIdentity
beforeAll(async () => {
  identity = await startIdentity()
})
afterAll(async () => identity.close())

const authTimeOf = (token: string) => Number(decodeJwt(token)['auth_time'])

test('a token says when the password was entered, and keeps the time when it is refreshed', async () => {
  const visitor = identity.visitor()
  const clock = stopClock()
  const first = await signInAs(visitor, credentials)
  const signedIn = Math.floor(Date.now() / 1000)
  expect(authTimeOf(first.access_token)).toBe(signedIn)
  clock.advance(9 * minute)
  const answer = await refresh(visitor, first.refresh_token)
  const second: { access_token: string; refresh_token: string } = await answer.json()
  expect(authTimeOf(second.access_token)).toBe(signedIn)
  clock.advance(9 * minute)
  const third: { access_token: string } = await (await refresh(visitor, second.refresh_token)).json()
  expect(authTimeOf(third.access_token)).toBe(signedIn)
  const account = await identity.platform.tokens.verify(third.access_token)
  expect(account.authenticatedAt).toEqual(new Date(signedIn * 1000))
})

test('a sign-in that the session completes without a page keeps the time of the password', async () => {
  const visitor = identity.visitor()
  const clock = stopClock()
  const first = await signInAs(visitor, credentials)
  clock.advance(20 * minute)
  const request = new SignInRequest()
  const code = await finishSignIn(visitor, await redirectTo(request.url()))
  const later = await tokensFor(visitor, request.exchange(code))
  expect(authTimeOf(later.access_token)).toBe(authTimeOf(first.access_token))
})

test.each([
  ['max_age=0', { max_age: '0' }],
  ['a max_age that has passed', { max_age: '300' }],
  ['prompt=login', { prompt: 'login' }],
])('%s asks for the password although there is a session, and the token has the new time', async (_what, changes) => {
  const visitor = identity.visitor()
  const clock = stopClock()
  const before = await signInAs(visitor, credentials)
  clock.advance(6 * minute)
  const request = new SignInRequest()
  const page = locationOf(await visitor.get(request.url({ ...changes, login_hint: anna.email })))
  expect(page).toContain('/identity/interaction/')
  expect(await (await visitor.get(page)).text()).toContain(`value="${anna.email}"`)
  expect((await visitor.submit(page, { ...credentials, password: 'a wrong password' })).status).toBe(422)
  const answered = await visitor.submit(page, credentials)
  // The time of the password counts, not the time at which the browser follows the redirect.
  clock.advance(2 * minute)
  const after = await tokensFor(visitor, request.exchange(await finishSignIn(visitor, answered)))
  expect(authTimeOf(after.access_token)).toBe(authTimeOf(before.access_token) + 6 * 60)
})

test('a request that skips the password page gets no code', async () => {
  const visitor = identity.visitor()
  await signInAs(visitor, credentials)
  const page = locationOf(await visitor.get(new SignInRequest().url({ max_age: '0' })))
  const uid = /interaction\/([\w-]+)/.exec(page)?.[1] ?? ''
  const resumed = await visitor.get(`/identity/auth/${uid}`)
  expect(resumed.headers.get('location') ?? '').not.toContain('code=')
  const silent = await visitor.get(new SignInRequest().url({ max_age: '0', prompt: 'none' }))
  expect(silent.headers.get('location') ?? '').not.toContain('code=')
})

test('a session that was stored again after all sign-ins were ended has to sign in', async () => {
  const visitor = identity.visitor()
  const clock = stopClock()
  await signInAs(visitor, { email: ben.email, password: demoPassword })
  clock.advance(minute)
  await identity.database.updateTable('accounts').set({ signed_out_at: new Date() }).where('id', '=', ben.id).execute()
  expect(locationOf(await visitor.get(new SignInRequest().url()))).toContain('/identity/interaction/')
  clock.advance(minute)
  await signInAs(visitor, { email: ben.email, password: demoPassword })
  expect(locationOf(await visitor.get(new SignInRequest().url()))).toContain('code=')
})

test.each([
  ['now', 0, true],
  ['5 minutes ago', -5 * minute, true],
  ['5 minutes and 1 s ago', -5 * minute - 1_000, false],
])('a sensitive change after a sign-in %s: allowed %s', (_when, age, isAllowed) => {
  stopClock()
  const check = () => requireRecentSignIn({ authenticatedAt: new Date(Date.now() + age) })
  if (isAllowed) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ status: 403, code: 'RECENT_SIGN_IN_REQUIRED' }))
})

test('a token that does not say when the password was entered allows no sensitive change', () => {
  const refusal = expect.objectContaining({ status: 403, code: 'RECENT_SIGN_IN_REQUIRED' })
  expect(() => requireRecentSignIn({ authenticatedAt: null })).toThrow(refusal)
})

/** An answer that redirects to this address. */
async function redirectTo(location: string): Promise<Response> {
  return new Response(null, { status: 303, headers: { location } })
}

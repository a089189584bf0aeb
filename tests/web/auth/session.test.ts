import { User, UserManager } from 'oidc-client-ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSession, sessionKey } from '../../../web/auth/session.ts'
import { SignIn, safeReturnPath } from '../../../web/auth/SignIn.ts'
import { forgetTyped, signInAgain, typedBefore } from '../../../web/auth/signInAgain.ts'
import { configBody } from '../support/config.ts'
import { signInAs, tokenOf } from '../support/session.ts'
import { soon } from '../support/soon.ts'

const notifyTab = (settings = configBody) => dispatchEvent(new StorageEvent('storage', { key: sessionKey(settings) }))

const profileOf = (sub: string) => ({ sub, iss: '', aud: '', exp: 0, iat: 0 })

beforeEach(() => localStorage.clear())

/** Completes a sign-in, like the page to which the identity provider redirects. */
const complete = (search: string) => new SignIn(configBody).complete(`http://keepsake.test/auth/callback${search}`)

test('a stored sign-in is read without the sign-in library', () => {
  signInAs({ sub: 'account-1', email: 'zoë@keepsake.example' })
  expect(readSession(configBody, localStorage)).toMatchObject({
    accountId: 'account-1',
    email: 'zoë@keepsake.example',
    refreshToken: 'refresh-1',
  })
})

test.each([
  ['b2b', 'business'],
  ['B2B', 'business'],
  ['password', 'private'],
  [undefined, 'private'],
  [7, 'private'],
])('the claim auth_method %s says that the account is a %s one', (auth_method, kind) => {
  signInAs({ sub: 'account-1', auth_method })
  expect(readSession(configBody, localStorage)?.kind).toBe(kind)
})

test.each([
  ['nothing', null],
  ['text that is not JSON', 'user'],
  ['null', 'null'],
  ['an object without a token', JSON.stringify({ expires_at: 1 })],
  ['a malformed token', JSON.stringify({ access_token: 'x', expires_at: 1 })],
  ['a token without a subject', JSON.stringify({ access_token: tokenOf({ email: 'a@b.c' }), expires_at: 1 })],
  ['an object without an expiry', JSON.stringify({ access_token: tokenOf({ sub: 'a' }) })],
])('%s is not accepted as a sign-in', (_, stored) => {
  if (stored !== null) localStorage.setItem(sessionKey(configBody), stored)
  expect(readSession(configBody, localStorage)).toBeNull()
})

test('a valid token is used without a renewal', async () => {
  signInAs()
  const signIn = new SignIn(configBody)
  expect(await signIn.accessToken()).toBe(signIn.session()?.accessToken)
})

test('a token that expires before the requested time is renewed', async () => {
  signInAs()
  const signIn = new SignIn(configBody)
  const current = signIn.session()?.accessToken
  signIn.renewAfter = async (refused) => `after ${refused}`
  expect(await signIn.accessToken(590_000)).toBe(current)
  expect(await signIn.accessToken(601_000)).toBe(`after ${current}`)
})

test('one of several tabs renews the token that expires; the other tabs use the new token', async () => {
  // Tabs hold the lock one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, work: () => Promise<unknown>) => (last = last.then(work))
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  const claims = { sub: 'account-1', renewed: true }
  const renewed = tokenOf(claims)
  const renew = vi.spyOn(UserManager.prototype, 'signinSilent').mockImplementation(async () => {
    signInAs(claims)
    return new User({ access_token: renewed, token_type: 'Bearer', profile: profileOf('account-1') })
  })
  signInAs({ sub: 'account-1' }, configBody, 20)
  const tabs = [1, 2, 3].map(() => new SignIn(configBody))
  expect(await Promise.all(tabs.map((tab) => tab.accessToken()))).toEqual([renewed, renewed, renewed])
  expect(renew).toHaveBeenCalledTimes(1)
  renew.mockRestore()
  Reflect.deleteProperty(navigator, 'locks')
})

test('a renewal that the identity service rate-limits is tried again, and the customer stays signed in', async () => {
  const locks = { request: (_name: string, work: () => Promise<unknown>) => work() }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const user = new User({ access_token: 'renewed', token_type: 'Bearer', profile: profileOf('account-1') })
  const tooMany = new Error('Invalid response Content-Type: application/problem+json, from URL: /identity/token')
  const renew = vi.spyOn(UserManager.prototype, 'signinSilent').mockRejectedValueOnce(tooMany).mockResolvedValue(user)
  signInAs({ sub: 'account-1' }, configBody, 20)
  const signIn = new SignIn(configBody)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const renewing = signIn.accessToken()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), soon)
  expect(renew).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  vi.useRealTimers()
  expect(await renewing).toBe('renewed')
  expect(signIn.session()).not.toBeNull()
  renew.mockRestore()
  Reflect.deleteProperty(navigator, 'locks')
})

test('a redirect to the sign-in is repeated if the identity service does not answer', async () => {
  const busy = new Error('Invalid response Content-Type: application/problem+json, from URL: /identity/.well-known')
  const redirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockRejectedValueOnce(busy).mockResolvedValue()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const signIn = new SignIn(configBody)
  void signIn.start('/my-photos/photos')
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), soon)
  expect(redirect).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  vi.useRealTimers()
  await expect
    .poll(() => redirect.mock.calls)
    .toEqual([[{ state: '/my-photos/photos' }], [{ state: '/my-photos/photos' }]])
  redirect.mockRestore()
})

test('signing in again asks for the password, and what was typed is kept for this account and page only', async () => {
  const redirect = vi.spyOn(UserManager.prototype, 'signinRedirect').mockResolvedValue()
  history.replaceState(null, '', '/settings/email?stripped=true')
  signInAs()
  const signIn = new SignIn(configBody)
  void signInAgain(signIn, { email: 'new@keepsake.example' })
  const state = '/settings/email?stripped=true'
  const request = { state, max_age: 0, login_hint: 'anna@keepsake.example' }
  await expect.poll(() => redirect.mock.calls).toEqual([[request]])
  expect(typedBefore(signIn)).toEqual({ email: 'new@keepsake.example' })
  history.replaceState(null, '', '/settings')
  expect(typedBefore(signIn)).toBeNull()
  history.replaceState(null, '', state)
  signInAs({ sub: 'account-2' })
  expect(typedBefore(signIn)).toBeNull()
  signInAs()
  vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
  expect(typedBefore(signIn)).toBeNull()
  vi.useRealTimers()
  expect(typedBefore(signIn)).not.toBeNull()
  forgetTyped()
  expect(typedBefore(signIn)).toBeNull()
  sessionStorage.setItem('keepsake.form', 'no JSON')
  expect(typedBefore(signIn)).toBeNull()
  forgetTyped()
  history.replaceState(null, '', '/')
  redirect.mockRestore()
})

test('a sign-in says when the password was entered, if its token does', () => {
  signInAs({ sub: 'account-1', auth_time: 1_700_000_000 })
  expect(readSession(configBody, localStorage)?.signedInAt).toBe(1_700_000_000)
  signInAs()
  expect(readSession(configBody, localStorage)?.signedInAt).toBeNull()
})

test('a sign-out or another account’s sign-in in another tab is reported; a renewal is not', () => {
  signInAs()
  const signIn = new SignIn(configBody)
  let changes = 0
  const stop = signIn.onChangedElsewhere(() => (changes += 1))
  signInAs()
  notifyTab()
  expect(changes).toBe(0)
  signInAs({ sub: 'account-2' })
  notifyTab()
  expect(changes).toBe(1)
  localStorage.clear()
  notifyTab()
  expect(changes).toBe(2)
  stop()
  notifyTab()
  expect(changes).toBe(2)
})

test('a sign-out in another tab is also reported to a tab that has just signed in', async () => {
  const redirectCallback = vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockImplementation(async () => {
    signInAs()
    return new User({ access_token: '', token_type: 'Bearer', profile: profileOf('account-1'), userState: '/albums' })
  })
  const signIn = new SignIn(configBody)
  let changes = 0
  const stop = signIn.onChangedElsewhere(() => (changes += 1))
  expect(await signIn.complete('http://keepsake.test/auth/callback?code=1&state=2')).toBe('/albums')
  notifyTab()
  expect(changes).toBe(0)
  localStorage.clear()
  notifyTab()
  expect(changes).toBe(1)
  stop()
  redirectCallback.mockRestore()
})

test('a failed sign-in restarts once, at the root; a second failure is an error, and so is a URL without state', async () => {
  const failure = new Error('No matching state found in storage')
  const redirectCallback = vi.spyOn(UserManager.prototype, 'signinRedirectCallback').mockRejectedValue(failure)
  const replace = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { origin: location.origin, replace })
  await expect(complete('')).rejects.toBe(failure)
  expect(replace).not.toHaveBeenCalled()

  const first = vi.fn()
  void complete('?code=1&state=2').finally(first)
  await vi.waitFor(() => expect(replace.mock.calls).toEqual([['/']]), soon)
  expect(first).not.toHaveBeenCalled()
  await expect(complete('?code=1&state=3')).rejects.toBe(failure)

  // A reported error resets the count of failures, and so does a successful sign-in.
  void complete('?code=1&state=4')
  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(2), soon)
  const user = new User({ access_token: '', token_type: 'Bearer', profile: profileOf('account-1'), userState: '/' })
  redirectCallback.mockResolvedValueOnce(user)
  expect(await complete('?code=1&state=5')).toBe('/')
  void complete('?code=1&state=6')
  await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(3), soon)
  sessionStorage.clear()
  redirectCallback.mockRestore()
  vi.unstubAllGlobals()
})

test('a tab that leaves because another tab signed out does not start a sign-in', async () => {
  // Uses another address of the identity service, because earlier tests may still send requests to the usual address.
  const settings = { ...configBody, authority: 'http://keepsake.test/away' }
  // Called for each request to the identity service. A sign-in starts with such a request.
  const asked = vi.fn()
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith(settings.authority)) asked()
    return new Promise<Response>(() => undefined)
  })
  signInAs(undefined, settings)
  const signIn = new SignIn(settings)
  const stop = signIn.onChangedElsewhere(() => undefined)
  localStorage.clear()
  void new SignIn(settings).accessToken()
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), soon)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void signIn.accessToken()
  notifyTab(settings)
  void signIn.accessToken()
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.dynamicImportSettled()
  expect(asked).toHaveBeenCalledTimes(1)
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['/my-photos/photos?stripped=true#may', '/my-photos/photos?stripped=true#may'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/auth/callback?code=1', '/'],
  ['/logout', '/'],
  ['/signed-out', '/'],
  [undefined, '/'],
])('after signing in, %s leads to %s', (state, path) => {
  expect(safeReturnPath(state)).toBe(path)
})

import { afterEach, expect, test, vi } from 'vitest'
import { testSession } from '../support/testSession.ts'
import { Session } from '../../../web/app/Session.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { signOut } from '../../../web/shell/signOut.ts'
import { configWith } from '../support/config.ts'
import { signInAs } from '../support/session.ts'
import { soon } from '../support/soon.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('signing out does not wait for a blocked database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The database never opens, as when another tab keeps an older version of it open.
  const open = vi.fn((_name: string) => new EventTarget())
  vi.stubGlobal('indexedDB', { open })
  vi.stubGlobal('IDBOpenDBRequest', EventTarget)
  signInAs()
  const signIn = new SignIn(configWith())
  const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
  void signOut(testSession(signIn))
  await vi.advanceTimersByTimeAsync(4_000)
  // Compared as a set, because pages of earlier tests may still open their databases.
  expect(new Set(open.mock.calls.map(([name]) => name))).toEqual(new Set(['keepsake-uploads', 'keepsake-files']))
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(end).toHaveBeenCalledOnce()
})

test('signing out does not need the messages, which load at the same time when a page starts', async () => {
  const signIn = new SignIn(configWith())
  const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
  const { config, locale, environment } = testSession(signIn)
  void signOut(new Session({ config, locale, environment, signIn }))
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce(), soon)
})

test('signing out fails when the identity service does not respond, and the local session is ended', async () => {
  // Uses another address of the identity service, because pages of earlier tests may still send requests to the usual
  // address.
  const settings = { ...configWith(), authority: 'http://keepsake.test/away' }
  const asked = vi.fn()
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.startsWith(settings.authority)) asked()
    return new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    })
  })
  signInAs(undefined, settings)
  const signIn = new SignIn(settings)
  // Load the provider's code before the timers are faked.
  await import('../../../web/auth/provider.ts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = expect(signIn.end()).rejects.toThrow()
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 20_000 })
  expect(signIn.session()).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  await ended
})

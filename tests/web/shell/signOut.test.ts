import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { signOut } from '../../../web/shell/signOut.ts'
import { configWith } from '../support/config.ts'
import { signInAs } from '../support/session.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('signing out does not wait for a database that does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // As while another tab holds an older version of it open.
  const open = vi.fn(() => new EventTarget())
  vi.stubGlobal('indexedDB', { open })
  vi.stubGlobal('IDBOpenDBRequest', EventTarget)
  signInAs()
  const config = configWith()
  const signIn = new SignIn(config)
  const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
  void signOut({ signIn, environment: createMockEnvironment(), config, locale: 'en-GB' })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(open).toHaveBeenCalledTimes(2)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(end).toHaveBeenCalledOnce()
})

test('an identity service that does not answer ends it, with nobody signed in here', async () => {
  const asked = vi.fn(
    (_: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      }),
  )
  vi.stubGlobal('fetch', asked)
  signInAs()
  const signIn = new SignIn(configWith())
  // What it is made of is loaded first.
  await import('../../../web/auth/provider.ts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ended = expect(signIn.end()).rejects.toThrow()
  await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  expect(signIn.session()).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  await ended
})

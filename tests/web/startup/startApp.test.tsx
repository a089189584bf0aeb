import type { ReactNode } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { sendFirstRequests } from '../../../web/startup/firstRequests.ts'
import { startApp } from '../../../web/startup/startApp.tsx'
import { configBody } from '../support/config.ts'
import { signInAs } from '../support/session.ts'
import { soon } from '../support/soon.ts'

const dutch = { 'storageBlocked.title': 'Sta sitegegevens en cookies toe' }
const answers: Readonly<Record<string, unknown>> = {
  '/config.json': configBody,
  '/locales/en-GB.json': messages,
  '/locales/nl-NL.json': dutch,
}
let asked: string[] = []
const show = vi.fn<(page: ReactNode) => void>()

/** Answers the requests of the start, and records their paths. Pages of earlier tests may still request other URLs. */
async function answer(path: string): Promise<Response> {
  if (path.startsWith('/')) asked.push(path)
  return path in answers ? Response.json(answers[path]) : new Response(null, { status: 404 })
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', answer)
  // jsdom supports `new CSSStyleSheet()`, but not its method `replaceSync`.
  CSSStyleSheet.prototype.replaceSync = () => undefined
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function blockStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
}

test('the configuration is loaded first, then the messages of the locale; messages that the locale lacks are English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nl-NL'])
  blockStorage()
  render(await startApp(sendFirstRequests(), show))
  expect(asked).toEqual(['/config.json', '/locales/en-GB.json', '/locales/nl-NL.json'])
  expect(document.documentElement.lang).toBe('nl-NL')
  expect(screen.getByRole('heading', { name: dutch['storageBlocked.title'] })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('when storage is blocked, a page asks to enable site data and cookies', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB'])
  blockStorage()
  render(await startApp(sendFirstRequests(), show))
  expect(screen.getByRole('heading', { name: 'Please enable site data and cookies' })).toBeTruthy()
  expect(screen.getByText(/^Keepsake cannot keep you signed in .* Enable site data and cookies/)).toBeTruthy()
})

test('the queries of the page start while the messages are loading', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB'])
  signInAs()
  history.replaceState(null, '', '/my-photos/photos')
  const messagesAnswer = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (path: string) =>
    path.startsWith('/locales/') ? messagesAnswer.promise : path === '/graphql' ? pending(path) : answer(path),
  )
  const app = startApp(sendFirstRequests(), show)
  await vi.waitFor(() => expect(asked).toContain('/graphql'), soon)
  messagesAnswer.resolve(Response.json(messages))
  await app
  localStorage.clear()
  history.replaceState(null, '', '/')
})

/** An answer that never arrives. */
function pending(path: string): Promise<Response> {
  asked.push(path)
  return new Promise(() => undefined)
}

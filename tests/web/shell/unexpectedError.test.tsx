import { act, render, screen, waitFor } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { RequestError } from '../../../web/relay/errors.ts'
import { PageError, UnexpectedErrorPage } from '../../../web/shell/PageError.tsx'
import { configWith } from '../support/config.ts'
import { testSession } from '../support/testSession.ts'

/** The response to a request for `/`; null if the servers cannot be reached. */
let answer: Response | null
const reload = vi.fn()

beforeEach(() => {
  answer = new Response()
  reload.mockClear()
  vi.stubGlobal('fetch', async () => answer?.clone() ?? Promise.reject(new TypeError('no network')))
  vi.stubGlobal('location', Object.assign(new URL('http://keepsake.test/my-photos/photos'), { reload }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const title = 'Something went wrong'
const text =
  'An unexpected error has occurred, please contact us if you continue to have problems. Your photos are safe.'

function Frame() {
  return (
    <>
      <p>The shell</p>
      <Outlet />
    </>
  )
}

/** A page within a frame, with the client's two outer error boundaries. Either the page or the frame throws. */
function open(fails: 'page' | 'frame', error: unknown) {
  vi.spyOn(console, 'error').mockReturnValue()
  const Broken = (): never => {
    throw error
  }
  const page = { index: true, Component: fails === 'page' ? Broken : Frame }
  const frame = {
    Component: fails === 'frame' ? Broken : Frame,
    children: [{ ErrorBoundary: PageError, children: [page] }],
  }
  const router = createMemoryRouter([{ ErrorBoundary: UnexpectedErrorPage, children: [frame] }])
  return render(
    <SessionContext value={testSession(new SignIn(configWith()))}>
      <IntlProvider locale="en-GB" messages={messages}>
        <RouterProvider router={router} />
      </IntlProvider>
    </SessionContext>,
  )
}

describe('an unexpected error', () => {
  test('of a page is shown within the shell, with its correlation id', async () => {
    open('page', new RequestError('Request failure: status 500', { failure: 'http', correlationId: 'abc-12345' }))
    const heading = await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Reference: abc-12345')).toBeTruthy()
    expect(screen.getByText('The shell')).toBeTruthy()
    expect(document.title).toBe(`${title} – Keepsake`)
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test('of the shell fills the window, with the brand above it', async () => {
    open('frame', new TypeError('undefined is not a function'))
    expect((await screen.findByRole('main')).textContent).toContain(text)
    expect(screen.getByRole('link', { name: 'Keepsake' }).getAttribute('href')).toBe('/')
    expect(screen.queryByText('The shell')).toBeNull()
    expect(screen.queryByText(/Reference|undefined/)).toBeNull()
  })

  test('makes the client check for a newer release', async () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.setAttribute('src', '/assets/start-old.js')
    document.head.append(script)
    vi.spyOn(performance, 'now').mockReturnValue(60_000)
    open('page', new TypeError('Failed to fetch dynamically imported module'))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    script.remove()
  })
})

describe('a page that cannot be loaded', () => {
  const error = new TypeError('Failed to fetch dynamically imported module')

  test('says that the browser is offline, and opens when the browser is online again', async () => {
    open('page', error)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy()
    expect(screen.getByText(messages['offline.text'])).toBeTruthy()
    onLine.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('reloads only once when the browser is online again, even if an earlier request is answered, too', async () => {
    const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()] as const
    const fetched = vi.fn<() => Promise<Response>>()
    for (const { promise } of answers) fetched.mockReturnValueOnce(promise)
    vi.stubGlobal('fetch', fetched)
    open('page', error)
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    onLine.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
    await act(async () => answers[0].resolve(new Response()))
    await act(async () => answers[1].resolve(new Response()))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('says that the servers do not answer, and opens as soon as they answer', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false })
    answer = null
    open('page', error)
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('heading', { name: 'Keepsake isn’t responding' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(reload).not.toHaveBeenCalled()
    answer = new Response()
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('stops waiting for the servers once the customer has left the page', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: false })
    answer = null
    const { unmount } = open('page', error)
    await act(() => vi.advanceTimersByTimeAsync(0))
    unmount()
    answer = new Response()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reload).not.toHaveBeenCalled()
  })
})

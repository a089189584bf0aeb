import { render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { RequestError } from '../../../web/relay/errors.ts'
import { PageError } from '../../../web/shell/PageError.tsx'
import { UnexpectedErrorPage } from '../../../web/shell/UnexpectedErrorPage.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const text = 'An unexpected error has occurred, please contact us if you continue to have problems.'

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
  render(
    <IntlProvider locale="en-GB" messages={messages}>
      <RouterProvider router={router} />
    </IntlProvider>,
  )
}

describe('an unexpected error', () => {
  test('of a page is shown within the shell, with its correlation id', () => {
    open('page', new RequestError('Request failure: status 500', { failure: 'http', correlationId: 'abc-12345' }))
    expect(screen.getByRole('heading', { name: text })).toBeTruthy()
    expect(screen.getByText('Reference: abc-12345')).toBeTruthy()
    expect(screen.getByText('The shell')).toBeTruthy()
  })

  test('of the shell fills the window', () => {
    open('frame', new TypeError('undefined is not a function'))
    expect(screen.getByRole('heading', { name: text })).toBeTruthy()
    expect(screen.queryByText('The shell')).toBeNull()
    expect(screen.queryByText(/Reference|undefined/)).toBeNull()
  })

  test('makes the client check for a newer release', () => {
    const asked = vi.fn(async () => new Response())
    vi.stubGlobal('fetch', asked)
    vi.spyOn(performance, 'now').mockReturnValue(60_000)
    open('page', new TypeError('Failed to fetch dynamically imported module'))
    expect(asked).toHaveBeenCalledWith('/', { cache: 'no-store' })
  })
})

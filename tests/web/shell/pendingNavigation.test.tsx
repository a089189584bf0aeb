import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { AppLink, AppNavLink } from '../../../web/shared/AppLink.tsx'
import { RootLayout } from '../../../web/shell/RootLayout.tsx'
import { configWith } from '../support/config.ts'
import { testSession } from '../support/testSession.ts'

type Page = () => React.ReactNode

/** For each page: the function that ends its loading, with its component or with an error. */
let endLoading: Record<string, (outcome: Page | Error) => void>

beforeEach(() => {
  endLoading = {}
  // The clock is stopped, so everything that the tests see is shown without a delay.
  vi.useFakeTimers({ shouldAdvanceTime: false })
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const names = ['albums', 'downloads']

function Home() {
  return (
    <>
      <AppNavLink to="/albums">Albums</AppNavLink>
      <AppLink to="/downloads?sort=new">
        <span>Downloads</span>
      </AppLink>
    </>
  )
}

function Failure() {
  return <p>It failed</p>
}

/** A page with an `AppNavLink` and an `AppLink`. The test decides when the code of the linked pages arrives. */
function open() {
  const slow = names.map((name) => ({
    path: `/${name}`,
    loader: () => null,
    lazy: {
      Component: () =>
        new Promise<Page>((resolve, reject) => {
          endLoading[name] = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))
        }),
    },
  }))
  const router = createMemoryRouter([
    {
      Component: RootLayout,
      children: [{ ErrorBoundary: Failure, children: [{ path: '/', Component: Home }, ...slow] }],
    },
  ])
  const session = testSession(new SignIn(configWith()))
  render(
    <SessionContext value={session}>
      <IntlProvider locale="en-GB" messages={messages}>
        <RouterProvider router={router} />
      </IntlProvider>
    </SessionContext>,
  )
  return router
}

const link = (name: string) => screen.getByRole('link', { name })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))
const end = (name: string, outcome: Page | Error) => act(async () => endLoading[name]?.(outcome))

function expectBusy(...busy: readonly string[]): void {
  const marked = screen.queryAllByRole('link').filter((element) => element.getAttribute('aria-busy') === 'true')
  expect(marked.map(({ textContent }) => textContent)).toEqual(busy)
  expect(screen.queryAllByText('Loading')).toHaveLength(busy.length)
}

test('a pressed link shows at once that its page is loading, until the page arrives', async () => {
  open()
  expectBusy()
  await press('Albums')
  expectBusy('Albums')
  await end('albums', () => <p>The albums</p>)
  expect(screen.getByText('The albums')).toBeTruthy()
  expectBusy()
})

test('a second link replaces the first as the loading link; a navigation to the current page ends the loading', async () => {
  const router = open()
  await press('Albums')
  await press('Downloads')
  expectBusy('Downloads')
  await act(async () => void router.navigate('/'))
  expectBusy()
  expect(link('Albums')).toBeTruthy()
})

test('a link is no longer marked as loading when its page cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  open()
  await press('Downloads')
  expectBusy('Downloads')
  await end('downloads', new Error('no network'))
  expect(screen.getByText('It failed')).toBeTruthy()
  expectBusy()
})

test('a navigation without a link shows the loading line, and marks no link', async () => {
  const router = open()
  await press('Downloads')
  await act(async () => void router.navigate('/'))
  await act(async () => void router.navigate('/albums'))
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(link('Downloads').hasAttribute('aria-busy')).toBe(false)
  expect(link('Albums').hasAttribute('aria-busy')).toBe(false)
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { months, photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

type Rendered = ReturnType<typeof renderApp>

const counts = { viewer: { library: { id: 'library', photosCount: 3, albumsCount: 0, sharedAlbumsCount: 0 } } }
const overview = {
  viewer: {
    library: {
      id: 'library',
      photosCount: 1,
      albumsCount: 0,
      sharedAlbumsCount: 0,
      photos: { edges: [{ node: photo('p1') }] },
    },
  },
}

/** Every page with links, the responses that it needs to show them, and the minimum number of links. */
const pages: readonly (readonly [path: string, fill: (app: Rendered) => Promise<void>, minimumLinks: number])[] = [
  ['/', (app) => app.answer('OverviewPageQuery', overview), 7],
  [
    '/my-photos/photos',
    async (app) => {
      await app.answer('LibraryLayoutQuery', counts)
      await app.answer('TimelinePageQuery', months(['may', 2024, 5, 3]))
    },
    2,
  ],
  ['/my-photos/albums', (app) => app.answer('LibraryLayoutQuery', counts), 2],
  ['/no/such/page', async () => undefined, 1],
]

/** The page's links to addresses within the product. */
function ownLinks(): string[] {
  const targets = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  return targets.filter((target) => target.startsWith('/'))
}

describe('stripped mode', () => {
  test.each(pages)('is kept by every link of %s', async (path, fill, minimumLinks) => {
    const app = renderApp(`${path}?stripped`)
    await screen.findByRole('heading', { level: 1 })
    await fill(app)
    await waitFor(() => expect(ownLinks().length).toBeGreaterThanOrEqual(minimumLinks))
    expect(ownLinks().filter((target) => !/[?&]stripped=true(&|$)/.test(target))).toEqual([])
  })

  test.each(pages)('when switched off, is in no link of %s', async (path, fill, minimumLinks) => {
    const app = renderApp(path)
    await screen.findByRole('heading', { level: 1 })
    await fill(app)
    await waitFor(() => expect(ownLinks().length).toBeGreaterThanOrEqual(minimumLinks))
    expect(ownLinks().filter((target) => target.includes('stripped'))).toEqual([])
  })

  test('is kept by a redirect to the root', async () => {
    const { router } = renderApp('/my-photos/albums?stripped', { features: {} })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(router.state.location.search).toBe('?stripped=true')
  })

  test('is kept by the redirect of a signed-in customer from the upload before the sign-in', async () => {
    const { router } = renderApp('/start?stripped')
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'))
    expect(router.state.location.search).toBe('?stripped=true')
  })

  test.each(['/account-deleted', '/change-email-error', '/subscription-confirmation-success'])(
    'hides the header of %s, which has no shell',
    async (path) => {
      const { unmount } = renderApp(path)
      expect(await screen.findByRole('banner')).toBeTruthy()
      unmount()
      renderApp(`${path}?stripped`)
      await screen.findByRole('heading', { level: 1 })
      expect(screen.queryByRole('banner')).toBeNull()
    },
  )
})

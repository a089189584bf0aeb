import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { months } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const tabs = async () => within(await screen.findByRole('navigation', { name: 'My photos' }))
const menu = async () => within(await screen.findByRole('navigation', { name: 'Shortcuts' }))

describe('the navigation', () => {
  test('shows the account, the pages and the sign-out link', async () => {
    renderApp('/no/such/page')
    expect(await screen.findByText('anna@keepsake.example')).toBeTruthy()
    const [side] = await screen.findAllByRole('navigation', { name: 'My account' })
    const names = within(side ?? document.body)
      .getAllByRole('link', { hidden: true })
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(names).toEqual([
      ['My account overview', '/'],
      ['Orders', '/orders'],
      ['My online books', '/online-products'],
      ['My settings', '/settings'],
      ['Photos', '/my-photos/photos'],
      ['Albums', '/my-photos/albums'],
      ['Downloads', '/downloads'],
      ['My saved projects', '/saved-projects'],
      ['FAQs (opens in a new window)', 'https://shop.test/faq'],
      ['Sign out', '/logout'],
    ])
  })

  test('omits the photos when the timeline is switched off, and their URL redirects to the root', async () => {
    const { router } = renderApp('/my-photos/photos', { features: { PhotoManagementTimelineViewEnabled: false } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect((await menu()).queryByRole('link', { name: 'Photos' })).toBeNull()
  })

  test('a query parameter switches a feature on for one visit', async () => {
    const app = renderApp('/my-photos/photos?PhotoManagementTimelineViewEnabled=true', { features: {} })
    await app.answer('TimelinePageQuery', months())
    expect(await screen.findByText('Your photo library is empty')).toBeTruthy()
  })
})

test('stripped mode hides header and menus, and links keep the mode', async () => {
  const app = renderApp('/my-photos?stripped')
  await app.answer('TimelinePageQuery', months())
  expect(await screen.findByRole('heading', { level: 1, name: 'My photos' })).toBeTruthy()
  expect(`${app.router.state.location.pathname}${app.router.state.location.search}`).toBe(
    '/my-photos/photos?stripped=true',
  )
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByText('anna@keepsake.example')).toBeNull()
  expect((await tabs()).getByRole('link', { name: /Albums/ }).getAttribute('href')).toBe(
    '/my-photos/albums?stripped=true',
  )
})

test('the tabs show the numbers of photos and albums', async () => {
  const app = renderApp('/my-photos/albums')
  expect((await tabs()).getByRole('link', { name: /Photos/ }).textContent?.trim()).toBe('Photos')
  await app.answer('LibraryLayoutQuery', {
    viewer: { library: { id: 'library', photosCount: 1234, albumsCount: 2, sharedAlbumsCount: 1 } },
  })
  expect((await tabs()).getByRole('link', { name: 'Photos 1,234' })).toBeTruthy()
  expect((await tabs()).getByRole('link', { name: 'Albums 3' }).getAttribute('aria-current')).toBe('page')
})

test('counts that cannot be loaded disappear from the tabs', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const app = renderApp('/my-photos/albums')
  await app.fail('LibraryLayoutQuery')
  expect((await tabs()).getByRole('link', { name: /Photos/ })).toBeTruthy()
})

test('an unknown URL shows a message within the shell, with the focus on it and links to continue', async () => {
  renderApp('/no/such/page')
  const heading = await screen.findByRole('heading', { level: 1, name: 'This page does not exist' })
  expect(await menu()).toBeTruthy()
  expect(document.title).toBe('This page does not exist – Keepsake')
  expect(screen.getByText(/the page has moved\.$/)).toBeTruthy()
  const ways = within(screen.getByRole('main')).getAllByRole('link')
  expect(ways.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['To the overview', '/'],
    ['Go to My photos', '/my-photos/photos'],
  ])
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('a brand without photos has no link to them on an unknown URL', async () => {
  renderApp('/no/such/page', { features: {} })
  await screen.findByRole('heading', { name: 'This page does not exist' })
  expect(within(screen.getByRole('main')).getAllByRole('link')).toHaveLength(1)
})

test('a navigation changes the document title and moves the focus to the content', async () => {
  const app = renderApp('/no/such/page')
  await screen.findByRole('heading', { name: 'This page does not exist' })
  await app.user.click((await menu()).getByRole('link', { name: 'Albums' }))
  await waitFor(() => expect(document.title).toBe('Albums – Keepsake'))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a notice appears while the browser is offline', async () => {
  renderApp('/no/such/page')
  await screen.findByRole('heading', { name: 'This page does not exist' })
  expect(screen.queryByText(/You are offline/)).toBeNull()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
  expect(await screen.findByText(/You are offline/)).toBeTruthy()
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull())
})

function library(photos: readonly unknown[]) {
  return {
    viewer: {
      library: {
        id: 'library',
        photosCount: photos.length,
        albumsCount: 0,
        sharedAlbumsCount: 0,
        photos: { edges: photos },
      },
    },
  }
}

test('a tab that was signed out by another tab says so, and does not start a sign-in', async () => {
  const app = renderApp('/signed-out')
  localStorage.clear()
  expect(await screen.findByRole('heading', { name: 'You are signed out' })).toBeTruthy()
  expect(app.router.state.location.pathname).toBe('/signed-out')
})

describe('the overview', () => {
  test('shows the counts of the library and the latest photos', async () => {
    const app = renderApp('/')
    const node = { id: 'p1', fileName: 'beach.jpg', pictureProblem: null, thumbhash: null, small: null, large: null }
    await app.answer('OverviewPageQuery', library([{ node }]))
    const open = await screen.findByRole('link', { name: 'Photo beach.jpg' })
    expect(open.getAttribute('href')).toBe('/my-photos/photos/preview/p1?sort=created-desc')
    expect(screen.getByRole('link', { name: '1 photo' }).getAttribute('href')).toBe('/my-photos/photos')
    expect(screen.getByRole('link', { name: '0 albums' })).toBeTruthy()
  })

  test('invites the customer to add the first photo', async () => {
    const app = renderApp('/')
    await app.answer('OverviewPageQuery', library([]))
    expect(await screen.findByText('Your photo library is empty')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add photos' })).toBeTruthy()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FeatureName, featureNames } from '../../../web/app/features.ts'
import { months, photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** All features except one are switched on. */
const without = (name: FeatureName) => Object.fromEntries(featureNames.map((each) => [each, each !== name]))
const counts = { viewer: { library: { id: 'library', photosCount: 1, albumsCount: 0, sharedAlbumsCount: 0 } } }
const overview = (...ids: string[]) => ({
  viewer: {
    library: {
      id: 'library',
      photosCount: ids.length,
      albumsCount: 0,
      sharedAlbumsCount: 0,
      photos: { edges: ids.map((id) => ({ node: photo(id) })) },
    },
  },
})
const namesOf = (links: readonly HTMLElement[]) => links.map((link) => link.textContent?.trim())

describe('without the timeline', () => {
  const features = without('PhotoManagementTimelineViewEnabled')

  test.each(['/my-photos', '/my-photos/photos', '/my-photos/albums'])('%s redirects to the root', async (path) => {
    const { router, pending } = renderApp(path, { features })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(pending('LibraryLayoutQuery')).toEqual([])
  })

  test('the overview has no link to the photos', async () => {
    const app = renderApp('/', { features })
    await screen.findByRole('heading', { level: 1 })
    await app.answer('OverviewPageQuery', overview('a'))
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets.filter((target) => target?.startsWith('/my-photos'))).toEqual([])
  })
})

describe('without albums', () => {
  const features = without('PhotoManagementAlbumViewEnabled')

  test('there is no tab and no menu item', async () => {
    const app = renderApp('/my-photos/photos', { features })
    await app.answer('LibraryLayoutQuery', counts)
    const tabs = within(await screen.findByRole('navigation', { name: 'My photos' }))
    expect(namesOf(tabs.getAllByRole('link'))).toEqual(['Photos 1'])
    for (const menu of ['Shortcuts', 'My account']) {
      const links = within(screen.getByRole('navigation', { name: menu })).getAllByRole('link')
      expect(namesOf(links)).not.toContain('Albums')
    }
  })

  test('the URL of the albums redirects to the root', async () => {
    const { router } = renderApp('/my-photos/albums', { features })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  test('the overview counts photos only', async () => {
    const app = renderApp('/', { features })
    await app.answer('OverviewPageQuery', overview('a'))
    expect(await screen.findByRole('link', { name: '1 photo' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: '0 albums' })).toBeNull()
  })
})

describe('without uploads', () => {
  const features = without('PhotoManagementUploadViewEnabled')

  test.each(['/my-photos/photos', '/my-photos/albums', '/'])('%s offers no button to add photos', async (path) => {
    const app = renderApp(path, { features })
    if (path === '/') await app.answer('OverviewPageQuery', overview())
    else
      await app.answer('LibraryLayoutQuery', {
        viewer: { library: { id: 'library', photosCount: 0, albumsCount: 0, sharedAlbumsCount: 0 } },
      })
    if (path.endsWith('photos')) await app.answer('TimelinePageQuery', months())
    if (!path.endsWith('albums')) await screen.findByText('Your photo library is empty')
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  })

  test('the same page has the button when uploads are switched on', async () => {
    renderApp('/my-photos/albums')
    expect(await screen.findByRole('button', { name: 'Add photos' })).toBeTruthy()
  })
})

test('a feature that the URL has switched on is still on when the customer goes to another page', async () => {
  const app = renderApp('/?PhotoManagementTimelineViewEnabled=true', { features: {} })
  await app.user.click((await screen.findAllByRole('link', { name: 'Photos' }))[0] ?? document.body)
  await app.answer('TimelinePageQuery', months())
  expect(await screen.findByText('Your photo library is empty')).toBeTruthy()
  expect(app.router.state.location.pathname).toBe('/my-photos/photos')
})

test('a feature switched off in local storage is off', async () => {
  localStorage.setItem('PhotoManagementTimelineViewEnabled', 'false')
  const { router } = renderApp('/my-photos/photos')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test('when local storage cannot be read, the brand’s setting is used', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, key) {
    if (key.startsWith('PhotoManagement')) throw new DOMException('The operation is insecure.', 'SecurityError')
    const value: unknown = Reflect.get(this, key)
    return typeof value === 'string' ? value : null
  })
  const app = renderApp('/my-photos/photos')
  await app.answer('TimelinePageQuery', months())
  expect(await screen.findByText('Your photo library is empty')).toBeTruthy()
})

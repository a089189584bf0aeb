import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openAlbum } from '../album/albumKit.ts'
import { openSharedAlbum } from '../shared-album/sharedAlbumKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import { album, cleanUp, listOf, openAlbums, sharedAlbum } from './albumsKit.ts'

afterEach(cleanUp)

const preview = { own: '/my-photos/albums/norway/preview/a', shared: '/my-photos/shared-albums/norway/preview/a' }

/** The links of the page that stay within the product. */
function ownLinks(): string[] {
  const targets = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  return targets.filter((target) => target.startsWith('/'))
}

test.each([preview.own, preview.shared])('%s is shown without the normal layout', async (path) => {
  const app = renderApp(path)
  await app.asked('PreviewPageQuery', { id: 'a' })
  expect(await screen.findByRole('button', { name: 'Back' })).toBeTruthy()
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each([
  ['PhotoManagementAlbumViewEnabled', preview.own],
  ['PhotoManagementSharedAlbumsViewEnabled', preview.shared],
])('without %s, %s redirects to the root without a request', async (feature, path) => {
  const { router, pending } = renderApp(`${path}?${feature}=false`)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(pending('PreviewPageQuery')).toEqual([])
})

const own = listOf([album('a'), album('b', { isShared: true })])
const others = listOf([sharedAlbum('s', 'Wedding')])

test.each<[string, (search: string) => Promise<unknown>, string[]]>([
  [
    'the list of albums',
    (search) => openAlbums({ own, others }, { search }),
    ['/my-photos/albums/a', '/my-photos/shared-albums/shared-b', '/my-photos/shared-albums/s'],
  ],
  [
    'an album',
    (search) => openAlbum({ search }),
    ['/my-photos/albums', '/my-photos/albums/norway/preview/photo-0', '/my-photos/albums/norway/preview/photo-2'],
  ],
  [
    'a shared album',
    (search) => openSharedAlbum({ search }),
    ['/my-photos/albums', '/my-photos/shared-albums/norway/preview/photo-0'],
  ],
])('in stripped mode, every link of %s keeps the mode', async (_, open, expectedPaths) => {
  await open('?stripped')
  await waitFor(() => {
    const paths = ownLinks().map((target) => target.split('?')[0])
    for (const path of expectedPaths) expect(paths).toContain(path)
  })
  expect(ownLinks().filter((target) => !/[?&]stripped=true(&|$)/.test(target))).toEqual([])
})

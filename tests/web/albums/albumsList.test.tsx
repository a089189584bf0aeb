import { act, screen, waitFor, within } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { album, albumsPage, cleanUp, counts, listOf, openAlbums, sharedAlbum, shownAlbums } from './albumsKit.ts'

afterEach(cleanUp)

const features = {
  PhotoManagementTimelineViewEnabled: true,
  PhotoManagementAlbumViewEnabled: true,
  PhotoManagementSharedAlbumsViewEnabled: false,
}

describe('an album in the list', () => {
  test('shows its cover, its name, its number of photos and its creation date', async () => {
    await openAlbums({ own: listOf([album('a', { name: 'Norway' })]) })
    const card = await screen.findByRole('link', { name: 'Norway, 3 photos, Created 02 Mar 2026' })
    expect(card.getAttribute('href')).toBe('/my-photos/albums/a')
    const cover = card.querySelector('img')
    expect(cover?.getAttribute('src')).toBe('https://images.test/cover-of-a.300.jpg')
    expect(cover?.getAttribute('loading')).toBe('lazy')
  })

  test('shows a placeholder when it has no photos', async () => {
    await openAlbums({ own: listOf([album('a', { name: 'Norway', photosCount: 0, cover: null })]) })
    const card = await screen.findByRole('link', { name: 'Norway, 0 photos, Created 02 Mar 2026' })
    expect(card.querySelector('img')).toBeNull()
  })

  test('shows no text in place of a cover that cannot be shown, because the text would seem to describe the album', async () => {
    const cover = photo('broken', { pictureProblem: 'UNREADABLE' })
    await openAlbums({ own: listOf([{ ...album('a', { name: 'Norway' }), cover }]) })
    const card = await screen.findByRole('link', { name: 'Norway, 3 photos, Created 02 Mar 2026' })
    expect(card.querySelector('img')).toBeNull()
    expect(card.textContent).toBe('Norway  3 photos Created 02 Mar 2026')
  })

  test('links to its shared view and has no menu when it is shared', async () => {
    await openAlbums({ own: listOf([album('a', { name: 'Norway', isShared: true })]) })
    const card = await screen.findByRole('link', { name: 'Norway, Shared, 3 photos, Created 02 Mar 2026' })
    expect(card.getAttribute('href')).toBe('/my-photos/shared-albums/shared-a')
    expect(screen.queryByRole('button', { name: 'Options for Norway' })).toBeNull()
  })

  test('looks like an album that is not shared when shared albums are switched off; no shared albums are requested', async () => {
    const app = renderApp('/my-photos/albums', { features })
    expect((await app.asked('LibraryLayoutQuery')).request.variables).toEqual({ hasSharedAlbums: false })
    await app.answer('LibraryLayoutQuery', counts(1))
    expect(await screen.findByRole('link', { name: 'Albums 1' })).toBeTruthy()
    expect((await app.asked('AlbumsPageQuery')).request.variables).toMatchObject({ hasSharedAlbums: false })
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a', { isShared: true })]) }))
    const card = await screen.findByRole('link', { name: /Album a, / })
    expect(card.getAttribute('href')).toBe('/my-photos/albums/a')
    expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull()
  })
})

describe('the list of albums', () => {
  test('first loads 49 albums, because New album takes the first place on a page of 50', async () => {
    const app = renderApp('/my-photos/albums')
    const { request } = await app.asked('AlbumsPageQuery')
    expect(request.variables).toEqual({ first: 49, hasSharedAlbums: true })
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]) }))
    await screen.findByRole('link', { name: /Album a/ })
    const [first] = within(screen.getByRole('region', { name: 'My albums' })).getAllByRole('listitem')
    expect(first?.textContent).toBe('New album')
  })

  test('says that it is empty, and offers to create an album', async () => {
    const app = await openAlbums({ own: listOf([]) })
    expect(await screen.findByRole('heading', { name: 'You have no albums yet' })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'New album' }))
    expect(await screen.findByRole('dialog', { name: 'Create new album' })).toBeTruthy()
  })

  test('offers to add photos first when the library is empty, if uploads are switched on', async () => {
    const app = await openAlbums({ own: listOf([]), photosCount: 0 })
    const list = within(await screen.findByRole('region', { name: 'My albums' }))
    expect(list.getByText(/^There are no photos in your library yet/)).toBeTruthy()
    await app.user.click(list.getByRole('button', { name: 'Add photos' }))
    expect(await screen.findByRole('dialog', { name: 'Add photos' })).toBeTruthy()
    app.unmount()
    await openAlbums(
      { own: listOf([]), photosCount: 0 },
      { features: { ...features, PhotoManagementUploadViewEnabled: false } },
    )
    expect(await screen.findByRole('heading', { name: 'You have no albums yet' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
    expect(screen.getByRole('button', { name: 'New album' })).toBeTruthy()
  })

  test('omits an album that was removed from the store', async () => {
    const app = await openAlbums({ own: listOf([album('a'), album('b')]) })
    await screen.findByRole('link', { name: /Album a/ })
    act(() => commitLocalUpdate(app.environment, (store) => store.delete('a')))
    expect(shownAlbums()).toEqual(['Album b'])
  })
})

describe('Shared with you', () => {
  test('lists the albums of others with their owners', async () => {
    await openAlbums({ own: listOf([album('a')]), others: listOf([sharedAlbum('s', 'Wedding')]) })
    const section = within(await screen.findByRole('region', { name: 'Shared with you' }))
    const card = section.getByRole('link', {
      name: 'Wedding, 3 photos, Shared by ben@keepsake.example, Created 02 Mar 2026',
    })
    expect(card.getAttribute('href')).toBe('/my-photos/shared-albums/s')
  })

  test('is hidden when there are no albums of others', async () => {
    await openAlbums({ own: listOf([album('a')]), othersCount: 0 })
    await screen.findByRole('link', { name: /Album a/ })
    expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull()
  })

  test('is shown when the albums are known but their number is not', async () => {
    const others = listOf([sharedAlbum('s', 'Wedding')])
    await openAlbums({ own: listOf([album('a')]), others, othersCount: null })
    expect(await screen.findByRole('region', { name: 'Shared with you' })).toBeTruthy()
  })
})

describe('the albums page after a failure', () => {
  const ownFailed = 'Unable to display albums. Please refresh the page or try again later.'
  const othersFailed = 'Unable to display shared albums. Please refresh the page or try again later.'

  test('keeps the albums of others if the customer’s albums cannot be loaded, and offers a retry', async () => {
    const others = listOf([sharedAlbum('s', 'Wedding')])
    const app = await openAlbums({ own: null, others })
    expect(await screen.findByText(ownFailed)).toBeTruthy()
    expect(shownAlbums('Shared with you')).toEqual(['Wedding'])
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]), others }))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a']))
    expect(screen.queryByText(ownFailed)).toBeNull()
  })

  test('keeps the customer’s albums if the albums of others cannot be loaded, and offers a retry', async () => {
    const own = listOf([album('a')])
    const app = await openAlbums({ own, others: null, othersCount: 1 })
    expect(await screen.findByText(othersFailed)).toBeTruthy()
    expect(shownAlbums()).toEqual(['Album a'])
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsPageQuery', albumsPage({ own, others: listOf([sharedAlbum('s', 'Wedding')]) }))
    await waitFor(() => expect(shownAlbums('Shared with you')).toEqual(['Wedding']))
  })

  test('shows an error with a retry if nothing can be loaded', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/albums')
    await app.fail('AlbumsPageQuery')
    expect(await screen.findByText(ownFailed)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]) }))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a']))
  })
})

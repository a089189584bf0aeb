import { act, screen, waitFor, within } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { album, albumsPage, cleanUp, counts, listOf, openAlbums, sharedAlbum, shownAlbums } from './albumsKit.ts'

afterEach(cleanUp)

const features = {
  PhotoManagementTimelineViewEnabled: true,
  PhotoManagementAlbumViewEnabled: true,
  PhotoManagementSharedAlbumsViewEnabled: false,
}

describe('an album in the list', () => {
  test('has its cover, its name, how many photos it holds, and when it was made', async () => {
    await openAlbums({ own: listOf([album('a', { name: 'Norway' })]) })
    const card = await screen.findByRole('link', { name: 'Norway, 3 photos, Created 02 Mar 2026' })
    expect(card.getAttribute('href')).toBe('/my-photos/albums/a')
    const cover = card.querySelector('img')
    expect(cover?.getAttribute('src')).toBe('https://images.test/cover-of-a.300.jpg')
    expect(cover?.getAttribute('loading')).toBe('lazy')
  })

  test('has a placeholder where it holds no photo', async () => {
    await openAlbums({ own: listOf([album('a', { name: 'Norway', photosCount: 0, cover: null })]) })
    const card = await screen.findByRole('link', { name: 'Norway, 0 photos, Created 02 Mar 2026' })
    expect(card.querySelector('img')).toBeNull()
  })

  test('that is shared leads to its shared view, and has no menu', async () => {
    await openAlbums({ own: listOf([album('a', { name: 'Norway', isShared: true })]) })
    const card = await screen.findByRole('link', { name: 'Norway, Shared, 3 photos, Created 02 Mar 2026' })
    expect(card.getAttribute('href')).toBe('/my-photos/shared-albums/shared-a')
    expect(screen.queryByRole('button', { name: 'Options for Norway' })).toBeNull()
  })

  test('that is shared is one’s own where shared albums are switched off, and nothing is asked of them', async () => {
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
  test('asks for one album less than a page at first, since New album takes its place', async () => {
    const app = renderApp('/my-photos/albums')
    const { request } = await app.asked('AlbumsPageQuery')
    expect(request.variables).toEqual({ first: 49, hasSharedAlbums: true })
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]) }))
    await screen.findByRole('link', { name: /Album a/ })
    const [first] = within(screen.getByRole('region', { name: 'My albums' })).getAllByRole('listitem')
    expect(first?.textContent).toBe('New album')
  })

  test('says that there are none, and offers to make one', async () => {
    const app = await openAlbums({ own: listOf([]) })
    expect(await screen.findByRole('heading', { name: 'You have no albums yet' })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'New album' }))
    expect(await screen.findByRole('dialog', { name: 'Create new album' })).toBeTruthy()
  })

  test('of a library without photos leads to adding some first, where that is offered', async () => {
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

  test('leaves out an album that is gone from the store', async () => {
    const app = await openAlbums({ own: listOf([album('a'), album('b')]) })
    await screen.findByRole('link', { name: /Album a/ })
    act(() => commitLocalUpdate(app.environment, (store) => store.delete('a')))
    expect(shownAlbums()).toEqual(['Album b'])
  })
})

describe('Shared with you', () => {
  test('has the albums of others, with whose they are', async () => {
    await openAlbums({ own: listOf([album('a')]), others: listOf([sharedAlbum('s', 'Wedding')]) })
    const section = within(await screen.findByRole('region', { name: 'Shared with you' }))
    const card = section.getByRole('link', {
      name: 'Wedding, 3 photos, Shared by ben@keepsake.example, Created 02 Mar 2026',
    })
    expect(card.getAttribute('href')).toBe('/my-photos/shared-albums/s')
  })

  test('is not there where nobody shares anything', async () => {
    await openAlbums({ own: listOf([album('a')]), othersCount: 0 })
    await screen.findByRole('link', { name: /Album a/ })
    expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull()
  })

  test('is there where the count is not to be had, but the albums are', async () => {
    const others = listOf([sharedAlbum('s', 'Wedding')])
    await openAlbums({ own: listOf([album('a')]), others, othersCount: null })
    expect(await screen.findByRole('region', { name: 'Shared with you' })).toBeTruthy()
  })
})

describe('what fails', () => {
  const ownFailed = 'Unable to display albums. Please refresh the page or try again later.'
  const othersFailed = 'Unable to display shared albums. Please refresh the page or try again later.'

  test('one’s own albums: the others stay, and it can be tried again', async () => {
    const others = listOf([sharedAlbum('s', 'Wedding')])
    const app = await openAlbums({ own: null, others })
    expect(await screen.findByText(ownFailed)).toBeTruthy()
    expect(shownAlbums('Shared with you')).toEqual(['Wedding'])
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]), others }))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a']))
    expect(screen.queryByText(ownFailed)).toBeNull()
  })

  test('the albums of others: one’s own stay, and it can be tried again', async () => {
    const own = listOf([album('a')])
    const app = await openAlbums({ own, others: null, othersCount: 1 })
    expect(await screen.findByText(othersFailed)).toBeTruthy()
    expect(shownAlbums()).toEqual(['Album a'])
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsPageQuery', albumsPage({ own, others: listOf([sharedAlbum('s', 'Wedding')]) }))
    await waitFor(() => expect(shownAlbums('Shared with you')).toEqual(['Wedding']))
  })

  test('everything: it is said, and can be tried again', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const app = renderApp('/my-photos/albums')
    await app.fail('AlbumsPageQuery')
    expect(await screen.findByText(ownFailed)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]) }))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a']))
  })
})

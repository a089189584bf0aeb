import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { albumAnswer, cleanUp } from '../album/albumKit.ts'
import { photoOf } from '../preview/renderPreview.tsx'
import { renderApp } from '../support/renderApp.tsx'
import { addressWith } from '../../../web/shared/page/addressWith.ts'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  HTMLImageElement.prototype.decode = () => Promise.resolve()
})
afterEach(cleanUp)

const found = (type: string, id: string) => ({ addressedNode: { __typename: type, __isNode: type, id } })

describe('an address with the service’s own id', () => {
  test.each([
    ['an album', '/my-photos/albums/7', 'AlbumPageQuery', 'ALBUM', '/my-photos/albums/norway'],
    ['the album picker', '/my-photos/albums/7/add', 'AlbumPickerPageQuery', 'ALBUM', '/my-photos/albums/norway/add'],
    [
      'a shared album',
      '/my-photos/shared-albums/7',
      'SharedAlbumPageQuery',
      'SHARED_ALBUM',
      '/my-photos/shared-albums/norway',
    ],
  ])('of %s is replaced by the address of the object; its query stays', async (_, address, query, type, target) => {
    const app = renderApp('/downloads')
    await act(() => app.router.navigate(`${address}?stripped=true`))
    await app.answer(query, { node: null, viewer: null })
    const { request } = await app.asked('FindByAddressQuery')
    expect(request.variables).toEqual({ type, id: '7' })
    expect(screen.queryByRole('alert')).toBeNull()
    await app.answer('FindByAddressQuery', found('Album', 'norway'))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(target))
    expect(app.router.state.location.search).toBe('?stripped=true')
    await app.asked(query, { id: 'norway' })
    await act(() => app.router.navigate(-1))
    expect(app.router.state.location.pathname).toBe('/downloads')
  })

  test('of a photo in an album finds both objects, even if the photo and the album have the same id', async () => {
    const app = renderApp('/my-photos/albums/7/preview/7')
    await app.answer('PreviewPageQuery', { photo: null }, { id: '7' })
    await app.answer('FindByAddressQuery', found('Photo', 'photo-1'), { type: 'PHOTO', id: '7' })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/albums/7/preview/photo-1'))
    await app.answer('PreviewPageQuery', { photo: photoOf('photo-1') }, { id: 'photo-1' })
    expect(await screen.findByRole('figure')).toBeTruthy()
    await app.answer('FindByAddressQuery', found('Album', 'norway'), { type: 'ALBUM', id: '7' })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/albums/norway/preview/photo-1'))
  })

  test('shows that the photo is not here if no photo has this id', async () => {
    const app = renderApp('/my-photos/photos/preview/IMG%2F1%20%25')
    await app.answer('PreviewPageQuery', { photo: null })
    await app.answer('FindByAddressQuery', { addressedNode: null }, { type: 'PHOTO', id: 'IMG/1 %' })
    expect(await screen.findByRole('heading', { name: 'Photo not found' })).toBeTruthy()
  })

  test('shows a failure while the service is down; a retry then finds the object', async () => {
    const app = renderApp('/my-photos/albums/7')
    await app.answer('AlbumPageQuery', { node: null })
    await app.fail('FindByAddressQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Unable to display album.')
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumPageQuery', { node: null })
    await app.answer('FindByAddressQuery', found('Album', 'norway'))
    await app.answer('AlbumPageQuery', albumAnswer(), { id: 'norway' })
    expect(await screen.findByRole('heading', { name: 'Norway' })).toBeTruthy()
  })
})

test('an id with any characters stays one segment of the address', () => {
  const address = addressWith('/albums/:albumId/preview/:id', { albumId: 'a/b', id: 'Zoë 100 %?#' })
  expect(address).toBe('/albums/a%2Fb/preview/Zo%C3%AB%20100%20%25%3F%23')
})

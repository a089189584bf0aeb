import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const address = '/my-photos/photos/uploaded/image-1'

function uploadedPhotoAnswer(photo: { readonly id: string } | null) {
  return { viewer: { library: { id: 'library', uploadedPhoto: photo } } }
}

test('a URL with the storage id of a photo opens this photo, and keeps stripped mode', async () => {
  const app = renderApp(`${address}?stripped=true`)
  const { request } = await app.asked('findUploadedPhotoQuery')
  expect(request.variables).toEqual({ imageId: 'image-1' })
  await app.answer('findUploadedPhotoQuery', uploadedPhotoAnswer({ id: 'photo/1' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/photos/preview/photo%2F1'))
  expect(app.router.state.location.search).toBe('?stripped=true')
})

test('a URL with the storage id of a photo that is not in the library opens the full-screen view with this id', async () => {
  const app = renderApp(address)
  await app.answer('findUploadedPhotoQuery', uploadedPhotoAnswer(null))
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/photos/preview/image-1'))
})

test.each([
  ['the list by upload', '?in=', '/my-photos/photos'],
  ['their album', '?in=album%2F1', '/my-photos/albums/album%2F1'],
])('new photos are shown in %s, newest first, and the address names one of them', async (_where, search, path) => {
  const app = renderApp(`${address}${search}&stripped=true`)
  await app.answer('findUploadedPhotoQuery', uploadedPhotoAnswer({ id: 'photo/1' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe(path))
  const { location } = app.router.state
  expect(location.search + location.hash).toBe('?sort=created-desc&stripped=true#photo-photo%2F1')
})

test('new photos are shown even if the request for the photo that the URL would name fails', async () => {
  const app = renderApp(`${address}?in=`)
  await app.fail('findUploadedPhotoQuery')
  await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/photos'))
  expect(app.router.state.location.search + app.router.state.location.hash).toBe('?sort=created-desc')
})

test('the message about a failed service is inside the shell', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const app = renderApp(address)
  await app.fail('findUploadedPhotoQuery')
  const message = await screen.findByRole('heading', { name: 'Keepsake isn’t responding' })
  expect(screen.getByRole('main').contains(message)).toBe(true)
})

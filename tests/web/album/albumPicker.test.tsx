import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addToAlbumPath, albumPath } from '../../../web/shared/paths.ts'
import { monthPage, months, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { albumAnswer, cleanUp } from './albumKit.ts'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

const may = ['may', 2024, 5, 3] as const

/** The page that adds photos of the library to the album. */
async function openPicker() {
  const app = renderApp(addToAlbumPath('norway'))
  await app.answer('AlbumPickerPageQuery', { ...albumAnswer(), ...months(may) })
  await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 3)), { id: 'may' })
  await screen.findByRole('checkbox', { name: ofFile('photo-0.jpg') })
  // The listeners for clicks are loaded after the photos.
  await waitFor(() => expect(document.querySelector('[data-tooltips]')).not.toBeNull())
  return app
}

test('photos of the library are selected and added to an album', async () => {
  const app = await openPicker()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add photos to Norway')
  const trail = within(screen.getByRole('navigation', { name: 'You are here' }))
  expect(trail.getByRole('link', { name: 'Norway' }).getAttribute('href')).toBe(albumPath('norway'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add photos' }).disabled).toBe(true)
  for (const name of ['photo-2.jpg', 'photo-0.jpg']) {
    await app.user.click(screen.getByRole('checkbox', { name: ofFile(name) }))
  }
  await app.user.click(await screen.findByRole('button', { name: 'Add 2 photos' }))
  const { request } = await app.asked('addChunkMutation')
  // The photos are in the order of the view, not in that of the clicks.
  expect(request.variables['input']).toEqual({ albumId: 'norway', photoIds: ['photo-0', 'photo-2'] })
  await waitFor(() => expect(app.router.state.location.pathname).toBe(albumPath('norway')))
})

test('Ctrl+A selects all photos of the library', async () => {
  const app = await openPicker()
  await screen.findByRole('button', { name: 'Cancel' })
  await app.user.keyboard('{Control>}a{/Control}')
  expect(await screen.findByRole('button', { name: 'Add 3 photos' })).toBeTruthy()
})

test('when the search for the selected photos fails, a toast says that none was added, and the user can try again', async () => {
  const app = await openPicker()
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select all photos of May 2024' }))
  const add = await screen.findByRole('button', { name: 'Add 3 photos' })
  await app.user.click(add)
  await app.fail('collectSelectedQuery')
  expect(await screen.findByText('Your photos could not be added. Please try again.', { exact: false })).toBeTruthy()
  expect(app.pending('addChunkMutation')).toEqual([])
  await app.user.click(add)
  await app.asked('collectSelectedQuery')
})

test('Cancel leads back to the album', async () => {
  const app = await openPicker()
  await app.user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(app.router.state.location.pathname).toBe(albumPath('norway')))
  expect(app.pending('addChunkMutation')).toEqual([])
})

test('photos cannot be added to a shared album', async () => {
  const app = renderApp(addToAlbumPath('norway'))
  await app.answer('AlbumPickerPageQuery', { ...albumAnswer({ sharedAlbumId: 'shared-norway' }), ...months(may) })
  expect(await screen.findByRole('heading', { name: 'Album not found' })).toBeDefined()
})

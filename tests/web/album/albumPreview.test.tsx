import { act, screen, waitFor, within } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { albumPath } from '../../../web/shared/paths.ts'
import { hiddenPhotosOf } from '../../../web/pages/library/photo-collection/hidden/HiddenPhotos.ts'
import { libraryEvent } from '../support/libraryEvent.ts'
import { photosFrom } from '../support/photos.ts'
import { largePhotoOf } from '../preview/renderPreview.tsx'
import { cleanUp, openAlbum, photosAnswer } from './albumKit.ts'
import { ofFile } from '../support/ofFile.ts'

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  HTMLImageElement.prototype.decode = () => Promise.resolve()
})
afterEach(cleanUp)

const order = ['photo-0', 'photo-1', 'photo-2']

type App = Awaited<ReturnType<typeof openAlbum>>

/** Answers every request for the neighbours of a photo of the album. */
async function answerNeighbours(app: App, photos: readonly string[] = order) {
  // The neighbours of the neighbours are then requested, and so on.
  for (let round = 0; round < 20; round += 1) {
    const [asked] = app.pending('albumNeighboursQuery')
    if (!asked) return
    const at = photos.indexOf(String(asked.request.variables['id']))
    const beside = (index: number) => {
      const id = photos[index]
      return id === undefined ? null : largePhotoOf(id)
    }
    const neighbours = at === -1 ? null : { previous: beside(at - 1), next: beside(at + 1) }
    const node = { __typename: 'Album', __isNode: 'Album', id: 'norway', neighbours }
    await act(async () => app.environment.mock.resolve(asked, { data: { node } }))
  }
}

/** Opens a photo of the album by its tile, with known neighbours. */
async function openPhoto(id: string, search = '') {
  const app = await openAlbum({ search })
  await app.user.click(screen.getByRole('link', { name: ofFile(`${id}.jpg`) }))
  await screen.findByRole('figure')
  await answerNeighbours(app)
  return app
}

const shownPhoto = (app: App) => app.router.state.location.pathname.split('/').at(-1)

describe('a photo of an album, full screen', () => {
  test('has its neighbours in the order of the album', async () => {
    const app = await openAlbum({ search: '?sort=dateTaken-asc' })
    await app.user.click(screen.getByRole('link', { name: ofFile('photo-1.jpg') }))
    const { request } = await app.asked('albumNeighboursQuery', { id: 'photo-1' })
    expect(request.variables).toEqual({ albumId: 'norway', id: 'photo-1', sortKey: 'DATE_TAKEN', sortOrder: 'ASC' })
  })

  test('steps to the photos of the album only', async () => {
    const app = await openPhoto('photo-1')
    await app.user.keyboard('{ArrowRight}')
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/albums/norway/preview/photo-2'))
    await answerNeighbours(app)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull())
  })

  test('closes to the album, with focus on the tile of the photo', async () => {
    const app = await openPhoto('photo-1')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumPath('norway')))
    const tile = await screen.findByRole('link', { name: ofFile('photo-1.jpg') })
    await waitFor(() => expect(document.activeElement).toBe(tile))
  })

  test('Delete asks whether to remove the photo from the album or to delete it', async () => {
    const app = await openPhoto('photo-1')
    await app.user.click(screen.getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Remove from album or delete?' })
    await app.user.click(within(question).getByRole('button', { name: 'Remove from album' }))
    // The preview steps to the neighbouring photo.
    await waitFor(() => expect(shownPhoto(app)).toBe('photo-2'))
    // The photo is removed after the preview has stepped on.
    const hidden = hiddenPhotosOf(app.session)
    await waitFor(() => expect(hidden.of('norway')).toEqual(new Set(['photo-1'])))
  })

  test('is skipped by steps through the album while it is being removed from the album', async () => {
    const app = await openPhoto('photo-0')
    act(() => hiddenPhotosOf(app.session).hide('norway', ['photo-1']))
    await answerNeighbours(app)
    await app.user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownPhoto(app)).toBe('photo-2'))
  })

  test('fetches its neighbours again when the album changes', async () => {
    const app = await openPhoto('photo-2')
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
    await app.send('LibraryStreamSubscription', libraryEvent('1'))
    await answerNeighbours(app)
    await app.send('LibraryStreamSubscription', libraryEvent('2', { changedAlbumIds: ['norway'] }))
    await waitFor(() => expect(app.pending('albumNeighboursQuery')).not.toEqual([]))
    await answerNeighbours(app, [...order, 'photo-3'])
    expect(await screen.findByRole('button', { name: 'Next photo' })).toBeDefined()
  })
})

describe('photos that are being removed from an album', () => {
  test('disappear at once, and reappear in their places', async () => {
    const app = await openAlbum()
    const hidden = hiddenPhotosOf(app.session)
    act(() => hidden.hide('norway', ['photo-1']))
    await waitFor(() => expect(screen.queryByRole('link', { name: ofFile('photo-1.jpg') })).toBeNull())
    act(() => hidden.show('norway', ['photo-1']))
    const links = await waitFor(() => {
      const found = screen.getAllByRole('link', { name: /^Photo / })
      expect(found).toHaveLength(3)
      return found
    })
    expect(links.map((link) => link.dataset['photo'])).toEqual(order)
  })

  test('are the whole album: it looks empty, until the photos are restored and reappear', async () => {
    const app = await openAlbum()
    const hidden = hiddenPhotosOf(app.session)
    const count = (photosCount: number) =>
      commitLocalUpdate(app.environment, (store) => void store.get('norway')?.setValue(photosCount, 'photosCount'))
    act(() => {
      hidden.hide('norway', order)
      count(0)
    })
    expect(await screen.findByRole('heading', { name: 'Your album is empty' })).toBeDefined()
    act(() => {
      hidden.show('norway', order)
      count(3)
    })
    await app.answer('CollectionPageQuery', photosAnswer(photosFrom(0, 3)))
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Photo / })).toHaveLength(3))
  })
})

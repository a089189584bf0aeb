import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { albumsPath, sharedAlbumPath } from '../../../web/shared/paths.ts'
import { libraryEvent } from '../support/libraryEvent.ts'
import { photo } from '../support/photos.ts'
import { cleanUp, describedBy, neighboursAnswer, openPreview, openSharedAlbum, sendEvent } from './sharedAlbumKit.ts'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

const shows = (name: string) => waitFor(() => expect(document.title).toContain(name))

describe('a photo of a shared album, full screen', () => {
  test('steps to the next photo in the order of the album, even if the album’s page has not loaded that photo', async () => {
    const app = await openPreview(499, 501, '?sort=dateTaken-asc')
    const { request } = await app.asked('albumNeighboursQuery', { id: 'photo-500' })
    expect(request.variables).toEqual({
      albumId: 'norway',
      id: 'photo-500',
      sortKey: 'DATE_TAKEN',
      sortOrder: 'ASC',
    })
    await app.answer('albumNeighboursQuery', neighboursAnswer(500, 501), { id: 'photo-500' })
    await shows('photo-499')
    await app.user.keyboard('{ArrowRight}')
    await shows('photo-500')
    expect(app.router.state.location.pathname).toBe('/my-photos/shared-albums/norway/preview/photo-500')
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
  })

  test('closes to the page from which the photo was opened', async () => {
    const app = await openSharedAlbum({ search: '?stripped' })
    await app.user.click(screen.getByRole('link', { name: ofFile('photo-1.jpg') }))
    // The view shows the photo without a request, because the tile has already loaded the photo's data.
    await shows('photo-1')
    expect(app.router.state.location.search).toContain('stripped')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(app.router.state.location.pathname).toBe(sharedAlbumPath('norway')))
    expect(app.router.state.historyAction).toBe('POP')
    expect(app.router.state.location.search).toContain('stripped')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: ofFile('photo-1.jpg') })))
  })

  test('closes to the album if the photo was opened by its URL', async () => {
    const app = await openPreview(1, 3)
    await app.user.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(sharedAlbumPath('norway')))
    await app.answer('SharedAlbumPageQuery', { node: null })
  })

  test('can be downloaded; Copy to album and Delete are disabled and say why, and the Delete key opens no dialog', async () => {
    const { user } = await openPreview(1, 3)
    await screen.findByRole('figure')
    for (const name of ['Copy to album', 'Delete']) {
      const button = await screen.findByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.click(button)
      await waitFor(() => expect(describedBy(button)).toBe('Unavailable for shared albums'))
    }
    await user.keyboard('{Delete}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  test.each([
    ['of another customer shows its owner in the information', { email: 'ben@example.com' }, 'ben@example.com'],
    ['of the viewer shows no owner', null, undefined],
  ])('%s', async (_, owner, expected) => {
    const app = await openPreview(1, 3, '?info')
    const information = {
      ...photo('photo-1'),
      dateTakenOffset: '+02:00',
      created: '2024-06-01T08:05:00Z',
      owner,
      location: null,
      details: null,
    }
    await app.answer('InformationPanelQuery', { photo: information })
    const panel = await screen.findByRole('complementary', { name: 'Information' })
    await within(panel).findByText('photo-1.jpg')
    const term = within(panel).queryByText('Owner')
    expect(term?.nextElementSibling?.textContent).toBe(expected)
  })
})

/** Starts the live events, after which the photo is refetched. */
async function listen(app: Awaited<ReturnType<typeof openPreview>>) {
  await app.send('LibraryStreamSubscription', libraryEvent('1'))
  await app.answer('PreviewPageQuery', { photo: photo('photo-1') })
}

describe('while a photo of a shared album is open', () => {
  test('losing access to the album is shown, with a link to continue', async () => {
    const app = await openPreview(1, 3)
    await screen.findByRole('figure')
    await listen(app)
    await sendEvent(app, { removedAlbumIds: ['norway'] })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe('This album is no longer shared')
    expect(alert.textContent).toContain('Your own photos are still in your library.')
    expect(screen.queryByRole('figure')).toBeNull()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Download' })).toBeNull())
    expect(within(alert).getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe(albumsPath)
  })

  test('a photo whose owner leaves the album is no longer shown', async () => {
    const app = await openPreview(1, 3)
    await screen.findByRole('figure')
    await listen(app)
    await sendEvent(app, { changedAlbumIds: ['norway'] })
    await app.answer('PreviewPageQuery', { photo: null })
    expect(await screen.findByRole('heading', { name: 'Photo not found' })).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Back to your photos' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(sharedAlbumPath('norway')))
    await app.answer('SharedAlbumPageQuery', { node: null })
  })

  test('the neighbours are updated when another photo leaves the album', async () => {
    const app = await openPreview(1, 3)
    await screen.findByRole('button', { name: 'Next photo' })
    await listen(app)
    await sendEvent(app, { changedAlbumIds: ['norway'] })
    await app.answer('albumNeighboursQuery', neighboursAnswer(1, 2), { id: 'photo-1' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull())
  })
})

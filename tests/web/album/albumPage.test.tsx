import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hiddenPhotosOf } from '../../../web/pages/library/photo-collection/hidden/HiddenPhotos.ts'
import { albumPath, albumsPath, sharedAlbumPath } from '../../../web/shared/paths.ts'
import { renderApp } from '../support/renderApp.tsx'
import { albumAnswer, cleanUp, openAlbum, photosAnswer, scroll, shownPhotos } from './albumKit.ts'
import { photosFrom } from '../support/photos.ts'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

const failed = {
  album: 'Unable to display album. Please refresh the page or try again later.',
  photos: 'Unable to display album photos. Please refresh the page or try again later.',
}

describe('the page of an album', () => {
  test('shows the name, a link to all albums, and the photos', async () => {
    await openAlbum()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Norway')
    expect(document.title).toBe('Norway – Keepsake')
    expect(screen.getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe(albumsPath)
    expect(screen.getByRole('grid', { name: 'Norway' })).toBeDefined()
    expect(shownPhotos()).toEqual(['photo-0', 'photo-1', 'photo-2'])
  })

  test.each([
    ['today', 0, 'Created today'],
    ['yesterday', 1, 'Created yesterday'],
    ['earlier', 2, 'Created 08 Mar 2026'],
  ])('shows the number of photos and when the album was created: %s', async (_, daysAgo, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 10, 0, 30) })
    await openAlbum({ count: 1, created: new Date(2026, 2, 10 - daysAgo, 23, 30).toISOString() })
    expect(screen.getByText('1 photo')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
  })

  test('opens a dialog with the current name to rename the album', async () => {
    const { user } = await openAlbum()
    await user.click(screen.getByRole('button', { name: 'Rename album' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('Norway')
  })

  test('opens the list of albums after the user has deleted the album', async () => {
    const { user, answer, router } = await openAlbum()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete album' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete album' }))
    await answer('useDeleteAlbumMutation', {
      deleteAlbum: {
        __typename: 'DeleteAlbumSuccess',
        deletedAlbumId: 'norway',
        library: { id: 'library', albumsCount: 0, sharedAlbumsCount: 0 },
      },
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(albumsPath))
  })

  test('says that the album is empty, and offers to add photos', async () => {
    const { user } = await openAlbum({ count: 0 })
    expect(await screen.findByRole('heading', { name: 'Your album is empty' })).toBeDefined()
    expect(screen.queryByRole('grid')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Add photos' }))
    expect(await screen.findByRole('menuitem', { name: 'From this device' })).toBeDefined()
    expect(screen.getByRole('menuitem', { name: 'From your library' })).toBeDefined()
  })

  test('says that the album cannot be loaded, with a retry', async () => {
    const app = renderApp(albumPath('norway'))
    await app.fail('AlbumPageQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(failed.album)
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumPageQuery', albumAnswer())
    expect(await screen.findByRole('heading', { name: 'Norway' })).toBeDefined()
  })

  test('says below the header that the photos cannot be loaded, with a retry', async () => {
    const app = renderApp(albumPath('norway'))
    await app.answer('AlbumPageQuery', albumAnswer())
    await app.fail('CollectionPageQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(failed.photos)
    expect(screen.getByRole('heading', { name: 'Norway' })).toBeDefined()
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('CollectionPageQuery', photosAnswer(photosFrom(0, 3)))
    await waitFor(() => expect(shownPhotos()).toHaveLength(3))
  })

  test.each([
    ['an album that does not exist', { node: null }],
    ['another object', { node: { __typename: 'Photo', __isNode: 'Photo', id: 'norway' } }],
  ])('says that the album was not found for the id of %s', async (_, data) => {
    const app = renderApp(albumPath('norway'))
    await app.answer('AlbumPageQuery', data)
    if (data.node === null) await app.answer('FindByAddressQuery', { addressedNode: null })
    expect(await screen.findByRole('heading', { name: 'Album not found' })).toBeDefined()
  })

  test('redirects to the shared view if the album is shared', async () => {
    const { router, answer } = renderApp(`${albumPath('norway')}?PhotoManagementSharedAlbumsViewEnabled=true`)
    await answer('AlbumPageQuery', albumAnswer({ sharedAlbumId: 'shared-norway' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(sharedAlbumPath('shared-norway')))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('is read-only if the album is shared but shared albums are switched off', async () => {
    const app = renderApp(`${albumPath('norway')}?PhotoManagementSharedAlbumsViewEnabled=false`)
    await app.answer('AlbumPageQuery', albumAnswer({ sharedAlbumId: 'shared-norway' }))
    await app.answer('CollectionPageQuery', photosAnswer(photosFrom(0, 3)))
    expect(await screen.findByRole('heading', { name: 'Norway' })).toBeDefined()
    for (const name of ['Rename album', 'Add photos', 'More actions']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
  })

  test('redirects to the root when albums are switched off', async () => {
    const { router } = renderApp(`${albumPath('norway')}?PhotoManagementAlbumViewEnabled=false`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})

/** How far the photo is from the left, in px; NaN if it is not drawn. */
function leftOf(id: string): number {
  const cell = document.querySelector<HTMLElement>(`[role=gridcell]:has([data-photo=${id}])`)
  return Number.parseInt(cell?.style.insetInlineStart ?? '')
}

describe('the photos of an album', () => {
  test('are loaded in pages of 500, or 499 for the first page, which has the Add button; only photos near the screen are drawn', async () => {
    const { asked, pending } = await openAlbum({ count: 1_200 })
    expect(shownPhotos().length).toBeLessThan(100)
    expect(pending('CollectionPageQuery')).toEqual([])
    await scroll(23_000)
    await waitFor(() => expect(shownPhotos()).toContain('photo-498'))
    expect(shownPhotos()).not.toContain('photo-0')
    const { request } = await asked('CollectionPageQuery', { after: 'photo-498' })
    expect(request.variables).toMatchObject({ first: 500, sortKey: 'CREATED', sortOrder: 'DESC' })
  })

  test('leave space for the Add button on their first page only', async () => {
    const { answer } = await openAlbum({ count: 1_200 })
    expect(leftOf('photo-0')).toBeGreaterThan(0)
    await scroll(23_000)
    await answer('CollectionPageQuery', photosAnswer(photosFrom(499, 500), true), { after: 'photo-498' })
    await waitFor(() => expect(leftOf('photo-499')).toBe(0))
  })

  test('are sorted as the URL says; the menu offers the sort orders of an album', async () => {
    const { user, router, asked } = await openAlbum()
    await user.click(await screen.findByRole('button', { name: /^Sort by/ }))
    const entries = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
    expect(entries).toEqual(['Recently added', 'Added first', 'Newest first', 'Oldest first'])
    await user.click(screen.getByRole('menuitemradio', { name: 'Oldest first' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=dateTaken-asc'))
    const { request } = await asked('CollectionPageQuery', { sortKey: 'DATE_TAKEN', sortOrder: 'ASC' })
    expect(request.variables).toMatchObject({ id: 'norway', first: 499 })
  })

  test('link to their full-screen view within the album', async () => {
    await openAlbum({ search: '?sort=created-asc' })
    const href = screen.getByRole('link', { name: ofFile('photo-1.jpg') }).getAttribute('href')
    expect(href).toBe('/my-photos/albums/norway/preview/photo-1?sort=created-asc')
  })

  test('can be selected; the toolbar then offers the actions of an album', async () => {
    const { user } = await openAlbum()
    await user.click(screen.getByRole('button', { name: 'Select' }))
    // The listeners for clicks are loaded after the photos.
    await waitFor(() => expect(document.querySelector('[data-tooltips]')).not.toBeNull())
    await user.click(await screen.findByRole('checkbox', { name: ofFile('photo-1.jpg') }))
    const toolbar = await screen.findByRole('toolbar')
    const names = within(toolbar)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Download', 'Copy to album', 'Remove from album', 'Delete', 'Order prints'])
  })

  test('cannot be ordered as prints in stripped mode', async () => {
    const { user } = await openAlbum({ search: '?stripped' })
    await user.click(screen.getByRole('button', { name: 'Select' }))
    const toolbar = await screen.findByRole('toolbar')
    expect(within(toolbar).getByRole('button', { name: 'Remove from album' })).toBeDefined()
    expect(within(toolbar).queryByRole('button', { name: 'Order prints' })).toBeNull()
  })
})

describe('while an album is open', () => {
  test('photos that are added elsewhere appear', async () => {
    const { listen, sendEvent, answer } = await openAlbum()
    await listen()
    await sendEvent({ changedAlbumIds: ['norway'] })
    await answer('AlbumPageQuery', albumAnswer({ photosCount: 4 }))
    await answer('CollectionPageQuery', photosAnswer([...photosFrom(7, 1), ...photosFrom(0, 3)]))
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-7', 'photo-0', 'photo-1', 'photo-2']))
    expect(screen.getByText('4 photos')).toBeDefined()
  })

  test('removed photos stay hidden until the album is fetched without them; if they are added again later, they reappear', async () => {
    const { listen, sendEvent, answer, session } = await openAlbum()
    await listen()
    const hidden = hiddenPhotosOf(session)
    act(() => hidden.hide('norway', ['photo-1']))
    expect(shownPhotos()).toEqual(['photo-0', 'photo-2'])
    act(() => hidden.settle('norway', ['photo-1']))
    expect(shownPhotos()).toEqual(['photo-0', 'photo-2'])
    const changed = async (photos: ReturnType<typeof photosFrom>) => {
      await sendEvent({ changedAlbumIds: ['norway'] })
      await answer('AlbumPageQuery', albumAnswer({ photosCount: photos.length }))
      await answer('CollectionPageQuery', photosAnswer(photos))
    }
    await changed([...photosFrom(0, 1), ...photosFrom(2, 1)])
    await waitFor(() => expect([...hidden.of('norway')]).toEqual([]))
    await changed(photosFrom(0, 3))
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1', 'photo-2']))
  })

  test('a photo that is deleted elsewhere disappears', async () => {
    const { listen, sendEvent } = await openAlbum()
    await listen()
    await sendEvent({ removedPhotoIds: ['photo-1'], changedMonths: [{ year: 2024, month: 5 }] })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-2']))
  })

  test('a new name that was given in another window is shown', async () => {
    const { listen, sendEvent, answer } = await openAlbum()
    await listen()
    await sendEvent({ changedAlbumIds: ['norway'] })
    await answer('AlbumPageQuery', albumAnswer({ name: 'Sweden' }))
    expect(await screen.findByRole('heading', { name: 'Sweden' })).toBeDefined()
  })

  test('when the album is deleted elsewhere, the page says that it was not found, and the heading gets the focus', async () => {
    const { listen, sendEvent } = await openAlbum()
    await listen()
    screen.getByRole('button', { name: 'Rename album' }).focus()
    await sendEvent({ removedAlbumIds: ['norway'] })
    expect(await screen.findByRole('heading', { name: 'Album not found' })).toBeDefined()
    expect(screen.getByRole('alert')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('focus outside the page stays where it is when the album is deleted elsewhere', async () => {
    const { listen, sendEvent } = await openAlbum()
    await listen()
    const link = screen.getByRole('link', { name: 'My account overview' })
    link.focus()
    await sendEvent({ removedAlbumIds: ['norway'] })
    expect(await screen.findByRole('heading', { name: 'Album not found' })).toBeDefined()
    await act(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect(document.activeElement).toBe(link)
  })

  test('when the album is deleted elsewhere while its Rename dialog is open, the heading gets the focus', async () => {
    const { listen, sendEvent, user } = await openAlbum()
    await listen()
    await user.click(screen.getByRole('button', { name: 'Rename album' }))
    await screen.findByRole('dialog', { name: 'Rename album' })
    await sendEvent({ removedAlbumIds: ['norway'] })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  test('the shared view opens when the album becomes shared', async () => {
    const search = '?PhotoManagementSharedAlbumsViewEnabled=true'
    const { listen, sendEvent, answer, router } = await openAlbum({ search })
    await listen()
    await sendEvent({ changedAlbumIds: ['norway', 'shared-norway'] })
    await answer('AlbumPageQuery', albumAnswer({ sharedAlbumId: 'shared-norway' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(sharedAlbumPath('shared-norway')))
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { albumsPath, sharedAlbumPath } from '../../../web/shared/paths.ts'
import { photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { albumAnswer, cleanUp, describedBy, openSharedAlbum, photosAnswer, shownPhotos } from './sharedAlbumKit.ts'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

const path = sharedAlbumPath('norway')
const failed = {
  album: 'Unable to display album. Please refresh the page or try again later.',
  photos: 'Unable to display album photos. Please refresh the page or try again later.',
}

describe('the page of a shared album', () => {
  test('shows the name, a link to all albums, the number of photos, and the photos', async () => {
    await openSharedAlbum({ created: '2025-11-05T12:00:00Z' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Norway')
    expect(document.title).toBe('Norway – Keepsake')
    expect(screen.getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe(albumsPath)
    expect(screen.getByText('3 photos')).toBeDefined()
    expect(screen.getByText('Created 05 Nov 2025')).toBeDefined()
    expect(screen.getByRole('grid', { name: 'Norway' })).toBeDefined()
    expect(shownPhotos()).toEqual(['photo-0', 'photo-1', 'photo-2'])
  })

  test.each([
    ['its owner', true, 'but you can delete it for everyone'],
    ['a participant', false, 'but you can leave it'],
  ])(
    'shows a banner that shared albums are no longer supported, and tells %s what can still be done',
    async (...row) => {
      const [, viewerIsOwner, text] = row
      await openSharedAlbum({ viewerIsOwner })
      const banner = screen.getByRole('region', { name: 'Shared albums are no longer supported' })
      expect(banner.textContent).toContain('download its photos')
      expect(banner.textContent).toContain(text)
    },
  )

  test('shows the number of participants to the owner of the album, and lists them in a dialog', async () => {
    const { user } = await openSharedAlbum({ viewerIsOwner: true })
    expect(screen.queryByText(/Shared by/)).toBeNull()
    const link = screen.getByRole('button', { name: '2 participants' })
    await user.click(link)
    const dialog = await screen.findByRole('dialog', { name: 'Shared with 2 people' })
    const emails = within(dialog).getAllByRole('listitem')
    expect(emails.map(({ textContent }) => textContent)).toEqual(['ben@example.com', 'cara@example.com'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(link))
  })

  test('shows a participant who owns the album', async () => {
    await openSharedAlbum()
    expect(screen.getByText('Shared by anna@example.com')).toBeDefined()
    expect(screen.queryByRole('button', { name: /participant/ })).toBeNull()
  })

  test('is read-only: photos cannot be added, and the album cannot be renamed', async () => {
    await openSharedAlbum({ viewerIsOwner: true })
    for (const name of ['Add photos', 'Rename album']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  test('says that the album is empty', async () => {
    await openSharedAlbum({ photosCount: 0 })
    expect(screen.getByRole('heading', { name: 'This album is empty' })).toBeDefined()
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  })

  test('says that the album cannot be loaded, with a retry', async () => {
    const app = renderApp(path)
    await app.fail('SharedAlbumPageQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(failed.album)
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('SharedAlbumPageQuery', albumAnswer())
    expect(await screen.findByRole('heading', { name: 'Norway' })).toBeDefined()
  })

  test('says below the header that the photos cannot be loaded, with a retry', async () => {
    const app = renderApp(path)
    await app.answer('SharedAlbumPageQuery', albumAnswer())
    await app.fail('CollectionPageQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(failed.photos)
    expect(screen.getByRole('heading', { name: 'Norway' })).toBeDefined()
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('CollectionPageQuery', photosAnswer(photosFrom(0, 3)))
    await waitFor(() => expect(shownPhotos()).toHaveLength(3))
  })

  test.each([
    ['an album that does not exist, or that the viewer has no access to', { node: null }],
    ['another object', { node: { __typename: 'Photo', __isNode: 'Photo', id: 'norway' } }],
  ])('says that the album was not found for the id of %s', async (_, data) => {
    const app = renderApp(path)
    await app.answer('SharedAlbumPageQuery', data)
    if (data.node === null) await app.answer('FindByAddressQuery', { addressedNode: null })
    expect(await screen.findByRole('heading', { name: 'Album not found' })).toBeDefined()
  })

  test.each(['', '/preview/photo-1'])(
    'redirects to the root when shared albums are switched off: the album’s path followed by "%s"',
    async (below) => {
      const { router } = renderApp(`${path}${below}?PhotoManagementSharedAlbumsViewEnabled=false`)
      await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    },
  )
})

describe('the photos of a shared album', () => {
  test('are sorted as the URL says, in pages of 500; the menu offers the sort orders of a shared album', async () => {
    const { user, router, asked } = await openSharedAlbum()
    await user.click(await screen.findByRole('button', { name: /^Sort by/ }))
    const entries = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
    expect(entries).toEqual(['Recently added', 'Added first', 'Newest first', 'Oldest first'])
    await user.click(screen.getByRole('menuitemradio', { name: 'Oldest first' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=dateTaken-asc'))
    const { request } = await asked('CollectionPageQuery', { sortKey: 'DATE_TAKEN', sortOrder: 'ASC' })
    expect(request.variables).toMatchObject({ id: 'norway', first: 500 })
    expect(localStorage.getItem('keepsake.sort.sharedAlbumPhotos')).not.toBeNull()
  })

  test('link to their full-screen view within the album, and keep stripped mode', async () => {
    await openSharedAlbum({ search: '?stripped&sort=created-asc' })
    const link = screen.getByRole('link', { name: ofFile('photo-1.jpg') })
    const url = new URL(link.getAttribute('href') ?? '', 'http://keepsake.test')
    expect(url.pathname).toBe('/my-photos/shared-albums/norway/preview/photo-1')
    expect([...url.searchParams.keys()].toSorted()).toEqual(['sort', 'stripped'])
    const back = screen.getByRole('link', { name: 'My albums' })
    expect(back.getAttribute('href')).toContain('stripped')
  })

  test('can be selected and downloaded; Copy to album, Delete and Order prints are disabled and say why', async () => {
    const { user } = await openSharedAlbum()
    await user.click(screen.getByRole('button', { name: 'Select' }))
    await user.click(await screen.findByRole('checkbox', { name: ofFile('photo-1.jpg') }))
    const toolbar = await screen.findByRole('toolbar')
    const buttons = within(toolbar).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Download',
      'Copy to album',
      'Delete',
      'Order prints',
    ])
    for (const name of ['Copy to album', 'Delete', 'Order prints']) {
      const button = within(toolbar).getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      await user.click(button)
      await waitFor(() => expect(describedBy(button)).toBe('Unavailable for shared albums'))
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(within(toolbar).getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })
})

describe('while a shared album is open', () => {
  test('photos that participants add or remove appear and disappear on the page', async () => {
    const { listen, sendEvent, answer } = await openSharedAlbum({ viewerIsOwner: true })
    await listen()
    await sendEvent({ changedAlbumIds: ['norway'] })
    const left = { photosCount: 2, viewerIsOwner: true, participants: ['cara@example.com'] }
    await answer('SharedAlbumPageQuery', albumAnswer(left))
    await answer('CollectionPageQuery', photosAnswer([...photosFrom(7, 1), ...photosFrom(0, 1)]))
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-7', 'photo-0']))
    expect(screen.getByText('2 photos')).toBeDefined()
    expect(screen.getByRole('button', { name: '1 participant' })).toBeDefined()
  })

  test.each([
    ['a participant', false, 'This album is no longer shared with you', 'you no longer take part in it'],
    ['its owner', true, 'This album is no longer shared', 'one of your own albums, or it was deleted'],
  ])('losing access is shown to %s, with a link to continue', async (_, viewerIsOwner, title, text) => {
    const { listen, sendEvent } = await openSharedAlbum({ viewerIsOwner })
    await listen()
    await sendEvent({ removedAlbumIds: ['norway'] })
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe(title)
    expect(alert.textContent).toContain(text)
    expect(within(alert).getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe(albumsPath)
  })

  test('a deletion without a live event is noticed when the page refetches', async () => {
    const { listen, sendEvent, answer } = await openSharedAlbum()
    await listen()
    await sendEvent({ isTruncated: true })
    await answer('SharedAlbumPageQuery', { node: null })
    expect(await screen.findByRole('heading', { name: 'This album is no longer shared with you' })).toBeDefined()
  })
})

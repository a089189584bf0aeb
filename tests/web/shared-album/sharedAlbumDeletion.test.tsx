import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { albumsPath } from '../../../web/shared/paths.ts'
import { cleanUp, openSharedAlbum } from './sharedAlbumKit.ts'

afterEach(cleanUp)

type Opened = Awaited<ReturnType<typeof openSharedAlbum>>

/** Opens the confirmation dialog from the menu. */
async function ask({ user }: Opened, entry: string): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: entry }))
  return await screen.findByRole('alertdialog')
}

function success(deletedAlbumId: string | null) {
  return {
    deleteSharedAlbum: {
      __typename: 'DeleteSharedAlbumSuccess',
      deletedAlbumId,
      library: { id: 'library', albumsCount: 4, sharedAlbumsCount: 1 },
    },
  }
}

describe('deleting a shared album', () => {
  test('by its owner deletes it for everyone; the page says so before and after', async () => {
    const app = await openSharedAlbum({ viewerIsOwner: true })
    const dialog = await ask(app, 'Delete album')
    expect(within(dialog).getByRole('heading').textContent).toBe('Delete the album Norway?')
    expect(dialog.textContent).toContain('deleted for you and for everyone who takes part in it')
    expect(dialog.textContent).toContain('photos stay in the library of whoever added them')
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Cancel' }))
    await app.user.click(within(dialog).getByRole('button', { name: 'Delete album' }))
    const { request } = await app.asked('useDeleteSharedAlbumMutation')
    expect(request.variables).toEqual({ input: { sharedAlbumId: 'norway' } })
    await app.answer('useDeleteSharedAlbumMutation', success('own-norway'))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
    expect(await screen.findByText('Norway album deleted')).toBeDefined()
  })

  test('by a participant only means to leave it; the page says so before and after', async () => {
    const app = await openSharedAlbum()
    const dialog = await ask(app, 'Leave album')
    expect(within(dialog).getByRole('heading').textContent).toBe('Leave the album Norway?')
    expect(dialog.textContent).toContain('the photos you added will be taken out of it. They stay in your library.')
    expect(dialog.textContent).toContain('The others keep the rest.')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.answer('useDeleteSharedAlbumMutation', success(null))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
    expect(await screen.findByText('You have left the album Norway')).toBeDefined()
  })

  test('shows a failure in the dialog, which stays open and offers a retry', async () => {
    const app = await openSharedAlbum({ search: '?stripped' })
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.fail('useDeleteSharedAlbumMutation')
    const alert = within(dialog).getByRole('alert')
    expect(alert.textContent).toBe('Unable to remove album. Please try again')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    expect(alert.textContent).toBe('')
    await app.answer('useDeleteSharedAlbumMutation', success(null))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
    expect(app.router.state.location.search).toContain('stripped')
  })

  test('succeeds when the album was deleted elsewhere in the meantime', async () => {
    const app = await openSharedAlbum()
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.answer('useDeleteSharedAlbumMutation', { deleteSharedAlbum: { __typename: 'AlbumNotFound' } })
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
  })

  test('shows no alert about lost access when the live event arrives before the response', async () => {
    const app = await openSharedAlbum()
    await app.listen()
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.sendEvent({ removedAlbumIds: ['norway'] })
    expect(await screen.findByText('Loading')).toBeDefined()
    expect(screen.queryByText('Norway')).toBeNull()
    expect(screen.queryByText(/no longer shared/)).toBeNull()
    await app.answer('useDeleteSharedAlbumMutation', success(null))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
    expect(await screen.findByText('You have left the album Norway')).toBeDefined()
  })

  test('can be cancelled', async () => {
    const app = await openSharedAlbum()
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(app.pending('useDeleteSharedAlbumMutation')).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' })))
  })
})

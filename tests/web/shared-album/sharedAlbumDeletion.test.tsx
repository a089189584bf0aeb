import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { albumsPath } from '../../../web/shared/paths.ts'
import { cleanUp, openSharedAlbum } from './sharedAlbumKit.ts'

afterEach(cleanUp)

type Opened = Awaited<ReturnType<typeof openSharedAlbum>>

/** Opens the question from the menu. */
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
  test('as its owner deletes it for everybody, and says so before and after', async () => {
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

  test('as a participant leaves it, and says so before and after', async () => {
    const app = await openSharedAlbum()
    const dialog = await ask(app, 'Leave album')
    expect(within(dialog).getByRole('heading').textContent).toBe('Leave the album Norway?')
    expect(dialog.textContent).toContain('the photos that you added leave it. They stay in your library.')
    expect(dialog.textContent).toContain('For the others, the rest of the album stays as it is.')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.answer('useDeleteSharedAlbumMutation', success(null))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
    expect(await screen.findByText('You have left the album Norway')).toBeDefined()
  })

  test('that fails says so in the dialog, which stays and can try again', async () => {
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

  test('that somebody else has deleted meanwhile is as good as deleted', async () => {
    const app = await openSharedAlbum()
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.answer('useDeleteSharedAlbumMutation', { deleteSharedAlbum: { __typename: 'AlbumNotFound' } })
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
  })

  test('is not taken for a loss when the live event comes before the answer', async () => {
    const app = await openSharedAlbum()
    await app.listen()
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Leave album' }))
    await app.tell({ removedAlbumIds: ['norway'] })
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Norway' })).toBeNull())
    expect(screen.queryByText(/no longer shared/)).toBeNull()
    await app.answer('useDeleteSharedAlbumMutation', success(null))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(albumsPath))
    expect(await screen.findByText('You have left the album Norway')).toBeDefined()
  })

  test('can be called off', async () => {
    const app = await openSharedAlbum()
    const dialog = await ask(app, 'Leave album')
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(app.pending('useDeleteSharedAlbumMutation')).toEqual([])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' })))
  })
})

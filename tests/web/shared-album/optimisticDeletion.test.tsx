import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { albumsPath, timelinePath } from '../../../web/shared/paths.ts'
import { album, listOf, openAlbums, sharedAlbum, shownAlbums } from '../albums/albumsKit.ts'
import { albumAnswer, cleanUp } from './sharedAlbumKit.ts'

afterEach(cleanUp)

/** The customer participates in 'Norway', and owns 'Iceland', which is also shared. */
const library = {
  own: listOf([album('iceland', { name: 'Iceland', isShared: true }), album('a')]),
  others: listOf([sharedAlbum('norway', 'Norway'), sharedAlbum('wedding', 'Wedding')]),
}

/** Opens a shared album from the list and confirms its deletion. Ends in the list, with the deletion pending. */
async function deleteAndGoBack(name: 'Norway' | 'Iceland') {
  const app = await openAlbums(library)
  await app.user.click(await screen.findByRole('link', { name: new RegExp(`^${name},`) }))
  const isOwner = name === 'Iceland'
  const id = isOwner ? 'shared-iceland' : 'norway'
  const { node } = albumAnswer({ name, photosCount: 0, viewerIsOwner: isOwner })
  await app.answer('SharedAlbumPageQuery', { node: { ...node, id } })
  await app.user.click(await screen.findByRole('button', { name: 'More actions' }))
  const entry = isOwner ? 'Delete album' : 'Leave album'
  await app.user.click(await screen.findByRole('menuitem', { name: entry }))
  await app.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: entry }))
  await app.asked('useDeleteSharedAlbumMutation')
  await act(() => app.router.navigate(-1))
  await screen.findByRole('link', { name: /^Album a,/ })
  return app
}

function success(deletedAlbumId: string | null, albumsCount: number, sharedAlbumsCount: number) {
  const counts = { id: 'library', albumsCount, sharedAlbumsCount }
  return { deleteSharedAlbum: { __typename: 'DeleteSharedAlbumSuccess', deletedAlbumId, library: counts } }
}

describe('a shared album that is being left', () => {
  test('disappears from the list and the count at once; the page gets the focus', async () => {
    const app = await deleteAndGoBack('Norway')
    expect(shownAlbums('Shared with you')).toEqual(['Wedding'])
    expect(screen.getByRole('link', { name: 'Albums 3' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await app.answer('useDeleteSharedAlbumMutation', success(null, 2, 1))
    expect(await screen.findByText('You have left the album Norway')).toBeTruthy()
    expect(shownAlbums('Shared with you')).toEqual(['Wedding'])
    expect(screen.getByRole('link', { name: 'Albums 3' })).toBeTruthy()
  })

  test('reappears with a message after a failure; the focus does not move', async () => {
    const app = await deleteAndGoBack('Norway')
    screen.getByRole('link', { name: /^Wedding,/ }).focus()
    await app.fail('useDeleteSharedAlbumMutation')
    expect(await screen.findByText('Unable to remove album. Please try again')).toBeTruthy()
    expect(shownAlbums('Shared with you')).toEqual(['Norway', 'Wedding'])
    expect(screen.getByRole('link', { name: 'Albums 4' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Wedding,/ }))
  })

  test('leads to the list at the end only if the album’s page is still open', async () => {
    const app = await deleteAndGoBack('Norway')
    await act(() => app.router.navigate(timelinePath))
    await app.answer('useDeleteSharedAlbumMutation', success(null, 2, 1))
    expect(await screen.findByText('You have left the album Norway')).toBeTruthy()
    expect(app.router.state.location.pathname).toBe(timelinePath)
  })
})

describe('a shared album that its owner deletes', () => {
  test('disappears from the owner’s albums and their count at once', async () => {
    const app = await deleteAndGoBack('Iceland')
    expect(shownAlbums()).toEqual(['Album a'])
    expect(screen.getByRole('link', { name: 'Albums 3' })).toBeTruthy()
    await app.answer('useDeleteSharedAlbumMutation', success('iceland', 1, 2))
    expect(await screen.findByText('Iceland album deleted')).toBeTruthy()
    expect(shownAlbums()).toEqual(['Album a'])
  })

  test('reappears with a message after a failure', async () => {
    const app = await deleteAndGoBack('Iceland')
    await app.fail('useDeleteSharedAlbumMutation')
    expect(await screen.findByText('Unable to remove album. Please try again')).toBeTruthy()
    expect(shownAlbums()).toEqual(['Iceland', 'Album a'])
    expect(app.router.state.location.pathname).toBe(albumsPath)
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { album, choose, cleanUp, listOf, nameOf, openAlbums, shownAlbums } from './albumsKit.ts'

afterEach(cleanUp)

const own = listOf([album('a', { name: 'Norway' }), album('b', { name: 'Garden' })])
const [notSaved, notRemoved] = ['Unable to save changes. Please try again', 'Unable to remove album. Please try again']

const field = () => screen.getByRole('textbox', { name: 'Album name' })
const confirmButton = () => screen.getByRole('button', { name: 'Delete album' })
const alert = () => within(screen.getByRole('dialog')).getByRole('alert').textContent

async function openCreate() {
  const app = await openAlbums({ own })
  await app.user.click(await screen.findByRole('button', { name: 'New album' }))
  await screen.findByRole('dialog', { name: 'Create new album' })
  return app
}

async function openRename() {
  const app = await openAlbums({ own })
  await choose(app, 'Norway', 'Rename')
  await screen.findByRole('dialog', { name: 'Rename album' })
  return app
}

async function openDelete() {
  const app = await openAlbums({ own })
  await choose(app, 'Norway', 'Delete')
  await screen.findByRole('alertdialog', { name: 'Delete the album Norway?' })
  return app
}

describe('the name of an album', () => {
  test('is entered in a focused field with a placeholder', async () => {
    await openCreate()
    expect(document.activeElement).toBe(field())
    expect(field().getAttribute('placeholder')).toBe('Untitled album')
  })

  test.each([
    ['nothing', '', 'Please give your album a name'],
    ['white space', '  ', 'Name not valid'],
    ['white space at the start', ' Norway', 'Name not valid'],
    ['<', 'a<b', 'Name not valid'],
    ['>', 'a>b', 'Name not valid'],
    [';', 'a;b', 'Name not valid'],
    ['U+0000', 'a\u0000b', 'Name not valid'],
    ['256 characters', 'n'.repeat(256), 'Name not valid'],
  ])('is refused on submit, not before: %s', async (_, name, problem) => {
    const app = await openCreate()
    if (name !== '') {
      await app.user.click(field())
      await app.user.paste(name)
    }
    await app.user.tab()
    expect(field().getAttribute('aria-invalid')).toBe('false')
    await app.user.click(screen.getByRole('button', { name: 'Create album' }))
    expect(screen.getByText(problem).id).toBe(field().getAttribute('aria-describedby'))
    expect(document.activeElement).toBe(field())
    expect(app.pending('useCreateAlbumMutation')).toEqual([])
  })

  test('gets the same message when the gateway refuses the name', async () => {
    const app = await openCreate()
    await app.user.type(field(), 'Iceland{Enter}')
    await app.answer('useCreateAlbumMutation', {
      createAlbum: { __typename: 'InvalidAlbumName', __isUserError: 'InvalidAlbumName', problem: 'NOT_VALID' },
    })
    expect(await screen.findByText('Name not valid')).toBeTruthy()
    expect(shownHidden()).toEqual(['Norway', 'Garden'])
    await app.user.type(field(), ' again{Enter}')
    const { variables } = (await app.asked('useCreateAlbumMutation')).request
    expect(variables['input']).toMatchObject({ name: 'Iceland again' })
  })
})

describe('a new album', () => {
  test('is listed at once, and then opened', async () => {
    const app = await openCreate()
    await app.user.type(field(), 'Iceland')
    await app.user.click(screen.getByRole('button', { name: 'Create album' }))
    expect((await app.asked('useCreateAlbumMutation')).request.variables).toEqual({ input: { name: 'Iceland' } })
    expect(screen.getByText('Iceland', { ignore: 'input' }).closest('a')).toBeNull()
    expect(screen.getByText('Iceland', { ignore: 'input' }).closest('li')?.previousSibling?.textContent).toBe(
      'New album',
    )
    expect(screen.getByRole('link', { name: 'Albums 3', hidden: true })).toBeTruthy()
    await app.answer('useCreateAlbumMutation', {
      createAlbum: {
        __typename: 'CreateAlbumSuccess',
        album: album('c', { name: 'Iceland', photosCount: 0, cover: null }),
        library: { id: 'library', albumsCount: 3 },
      },
    })
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/albums/c'))
  })

  test('is listed once, even if its event arrives before the response', async () => {
    const app = await openAlbums({ own })
    await app.listen()
    await app.user.click(await screen.findByRole('button', { name: 'New album' }))
    await screen.findByRole('dialog', { name: 'Create new album' })
    await app.user.type(field(), 'Norway{Enter}')
    // The existing album, and the one that is being created.
    expect(cardsNamed('Norway')).toHaveLength(2)
    await app.sendEvent({ changedAlbumIds: ['c'] })
    await app.answer('useFreshAlbumsQuery', { nodes: [album('c', { name: 'Norway', photosCount: 0, cover: null })] })
    await waitFor(() => expect(shownHidden()).toHaveLength(3))
    expect(cardsNamed('Norway')).toHaveLength(2)
  })

  test('disappears when its creation fails; the dialog stays open with an alert until Cancel', async () => {
    const app = await openCreate()
    await app.user.type(field(), 'Iceland{Enter}')
    await app.fail('useCreateAlbumMutation')
    await waitFor(() => expect(alert()).toBe(notSaved))
    expect(screen.queryByText('Iceland', { ignore: 'input' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Albums 2', hidden: true })).toBeTruthy()
    expect(field()).toHaveProperty('value', 'Iceland')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New album'))
    await app.user.click(screen.getByRole('button', { name: 'New album' }))
    await screen.findByRole('dialog')
    expect(alert()).toBe('')
    expect(field()).toHaveProperty('value', '')
  })
})

describe('renaming', () => {
  test('shows the new name at once, and closes the dialog', async () => {
    const app = await openRename()
    expect(field()).toHaveProperty('value', 'Norway')
    expect(field().getAttribute('placeholder')).toBe('Untitled album')
    // The name is selected: typing replaces it.
    await app.user.keyboard('Norway 2026')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await app.asked('useRenameAlbumMutation')
    expect(shownHidden()).toEqual(['Norway 2026', 'Garden'])
    await app.answer('useRenameAlbumMutation', {
      renameAlbum: {
        __typename: 'RenameAlbumSuccess',
        album: { id: 'a', name: 'Norway 2026', updated: '2026-03-03T12:00:00Z' },
      },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shownAlbums()).toEqual(['Norway 2026', 'Garden'])
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Options for Norway 2026'))
  })

  test('restores the old name after a failure; the dialog stays open with an alert until Cancel', async () => {
    const app = await openRename()
    await app.user.keyboard('Norway 2026{Enter}')
    await app.fail('useRenameAlbumMutation')
    await waitFor(() => expect(alert()).toBe(notSaved))
    expect(shownHidden()).toEqual(['Norway', 'Garden'])
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await choose(app, 'Norway', 'Rename')
    await screen.findByRole('dialog')
    expect(alert()).toBe('')
    expect(field()).toHaveProperty('value', 'Norway')
  })

  test('sends no request if the name stays the same', async () => {
    const app = await openRename()
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.pending('useRenameAlbumMutation')).toEqual([])
  })

  test('says that another window has deleted the album, removes the album from the list, and focuses the next album', async () => {
    const app = await openRename()
    await app.user.keyboard('Norway 2026{Enter}')
    await app.answer('useRenameAlbumMutation', { renameAlbum: { __typename: 'AlbumNotFound' } })
    await waitFor(() =>
      expect(alert()).toBe('This album is no longer there. It may have been deleted in another window.'),
    )
    expect(shownHidden()).toEqual(['Garden'])
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Garden/))
  })

  test('says that the album was shared in the meantime', async () => {
    const app = await openRename()
    await app.user.keyboard('Norway 2026{Enter}')
    await app.answer('useRenameAlbumMutation', { renameAlbum: { __typename: 'AlbumIsShared' } })
    await waitFor(() => expect(alert()).toBe('This album is shared with others, so its name cannot be changed.'))
    expect(shownHidden()).toEqual(['Norway', 'Garden'])
  })
})

describe('deleting', () => {
  test('asks for confirmation, with the focus on Cancel', async () => {
    const app = await openDelete()
    expect(screen.getByText('This will delete the album but not the photos within the album.')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cancel')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(shownAlbums()).toEqual(['Norway', 'Garden'])
    expect(app.pending('useDeleteAlbumMutation')).toEqual([])
  })

  test('removes the album from the list at once, says so, and focuses the next album', async () => {
    const app = await openDelete()
    await app.user.click(confirmButton())
    expect((await app.asked('useDeleteAlbumMutation')).request.variables).toEqual({ input: { albumId: 'a' } })
    expect(shownHidden()).toEqual(['Garden'])
    expect(screen.getByRole('link', { name: 'Albums 1', hidden: true })).toBeTruthy()
    await app.answer('useDeleteAlbumMutation', {
      deleteAlbum: { __typename: 'DeleteAlbumSuccess', library: { id: 'library', albumsCount: 1 } },
    })
    expect(await screen.findByText('Norway album deleted')).toBeTruthy()
    expect(shownAlbums()).toEqual(['Garden'])
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Garden/))
  })

  test('moves the focus to New album after the last album', async () => {
    const app = await openAlbums({ own: listOf([album('a', { name: 'Norway' })]) })
    await choose(app, 'Norway', 'Delete')
    await screen.findByRole('alertdialog')
    await app.user.click(confirmButton())
    await app.answer('useDeleteAlbumMutation', {
      deleteAlbum: { __typename: 'DeleteAlbumSuccess', library: { id: 'library', albumsCount: 0 } },
    })
    expect(await screen.findByText('You have no albums yet')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('New album'))
  })

  test('restores the album after a failure; the dialog stays open with an alert until Cancel', async () => {
    const app = await openDelete()
    await app.user.click(confirmButton())
    await app.fail('useDeleteAlbumMutation')
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain(notRemoved))
    expect(shownHidden()).toEqual(['Norway', 'Garden'])
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Options for Norway'))
    await choose(app, 'Norway', 'Delete')
    expect((await screen.findByRole('alertdialog')).textContent).not.toContain(notRemoved)
  })

  test('counts as a success when another window has deleted the album', async () => {
    const app = await openDelete()
    await app.user.click(confirmButton())
    await app.answer('useDeleteAlbumMutation', { deleteAlbum: { __typename: 'AlbumNotFound' } })
    expect(await screen.findByText('Norway album deleted')).toBeTruthy()
    expect(shownAlbums()).toEqual(['Garden'])
  })

  test('says where to delete an album that was shared in the meantime', async () => {
    const app = await openDelete()
    await app.user.click(confirmButton())
    await app.answer('useDeleteAlbumMutation', { deleteAlbum: { __typename: 'AlbumIsShared' } })
    const words = 'This album is shared with others. Open it to delete it for everyone.'
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain(words))
    expect(shownHidden()).toEqual(['Norway', 'Garden'])
  })

  test('cannot be cancelled while the request is running', async () => {
    const app = await openDelete()
    await app.user.click(confirmButton())
    await app.user.keyboard('{Escape}')
    await act(async () => undefined)
    expect(screen.getByRole('alertdialog')).toBeTruthy()
  })
})

/** The cards with this album name, including placeholders of albums that are being created. */
function cardsNamed(name: string): HTMLElement[] {
  return screen.getAllByText(name, { ignore: 'input' })
}

/** The names of the albums behind a dialog. */
function shownHidden(): string[] {
  return [...document.querySelectorAll('[data-album]')].map((link) => nameOf(link))
}

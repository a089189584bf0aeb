import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, describe, expect, test } from 'vitest'
import { CopyPhotoDialog } from '../../../web/pages/library/photo-actions/copy-to-album/CopyPhotoDialog.tsx'
import { CopySelectedDialog } from '../../../web/pages/library/photo-actions/copy-to-album/CopySelectedDialog.tsx'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'
import { useSelectionState } from '../../../web/pages/library/photo-collection/selection/SelectionContext.ts'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { closeToasts } from '../deletion/deletionKit.tsx'
import { openDialog } from '../support/openDialog.tsx'
import { albumsAnswer, monthAnswer } from './answers.ts'

afterEach(async () => {
  await closeToasts()
  localStorage.clear()
})

/** A page with the dialog, two tiles, and, while photos are selected, the button that opens the dialog. */
function SelectionPage({ selection }: { readonly selection: Selection }) {
  const [isOpen, setOpen] = useState(false)
  const { isActive } = useSelectionState(selection)
  return (
    <>
      {isActive && <button onClick={() => setOpen(true)}>Open</button>}
      {['a', 'b'].map((id) => (
        <a key={id} href="/" data-photo={id}>
          {id}
        </a>
      ))}
      {isOpen && <CopySelectedDialog selection={selection} exceptAlbumId="except" onClose={() => setOpen(false)} />}
    </>
  )
}

async function openForSelection(select: (selection: Selection) => void = (all) => all.set('may', ['a', 'b'], true)) {
  const selection = new Selection()
  select(selection)
  const page = openDialog(<SelectionPage selection={selection} />)
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  return { ...page, selection }
}

function offeredAlbums(): string[] {
  return within(screen.getByRole('menu', { name: 'Your albums' }))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}

/** The input of the pending call: the photos and the album. */
async function copyInput(page: Awaited<ReturnType<typeof openForSelection>>): Promise<unknown> {
  const { request } = await page.asked('addChunkMutation')
  return request.variables['input']
}

async function openNaming() {
  const page = await openForSelection()
  await page.user.click(screen.getByRole('button', { name: 'New album' }))
  return { ...page, field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Album name' }) }
}

describe('the dialog that copies to an album', () => {
  test('says how many photos are selected, and lists albums that are not shared, with their counts', async () => {
    const page = await openForSelection()
    const dialog = screen.getByRole('dialog', { name: 'Copy to album' })
    expect(within(dialog).getByText('2 photos selected')).toBeTruthy()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer', 'Winter', 'except', 'shared']))
    expect(offeredAlbums()).toEqual(['Summer 3 photos', 'Winter 3 photos'])
    expect(dialog.querySelector('img')?.src).toBe('https://images.test/Summer.300.jpg')
  })

  test('choosing an album copies the photos, ends the selection, and moves focus to the first photo', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer', 'Winter']))
    await page.user.click(screen.getByRole('menuitem', { name: 'Winter 3 photos' }))
    expect(await copyInput(page)).toEqual({ albumId: 'Winter', photoIds: ['a', 'b'] })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page.selection.purpose).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('a'))
  })

  test('by keyboard, arrow keys and Enter choose an album, and Escape changes nothing', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer', 'Winter']))
    await page.user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page.selection.amount).toBe(2)
    await page.user.click(screen.getByRole('button', { name: 'Open' }))
    act(() => screen.getByRole('menuitem', { name: 'Summer 3 photos' }).focus())
    await page.user.keyboard('{ArrowDown}{Enter}')
    expect(await copyInput(page)).toEqual({ albumId: 'Winter', photoIds: ['a', 'b'] })
  })

  test('loads more albums in pages of 50', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer'], true))
    await page.user.click(screen.getByRole('button', { name: 'Show more albums' }))
    expect((await page.asked('AlbumChoicePagesQuery')).request.variables).toMatchObject({ first: 50, after: 'Summer' })
    await page.answer('AlbumChoicePagesQuery', { node: albumsAnswer(['Winter']).viewer.library })
    await waitFor(() => expect(offeredAlbums()).toEqual(['Summer 3 photos', 'Winter 3 photos']))
    expect(screen.queryByRole('button', { name: 'Show more albums' })).toBeNull()
  })

  test('a search for part of a name also finds albums that are not loaded yet', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer', 'Fête'], true))
    await page.user.type(screen.getByRole('searchbox', { name: 'Search albums' }), 'FET')
    expect((await page.asked('AlbumChoicePagesQuery')).request.variables).toMatchObject({ first: 500 })
    await page.answer('AlbumChoicePagesQuery', { node: albumsAnswer(['Buffet', 'Winter']).viewer.library })
    await waitFor(() => expect(offeredAlbums()).toEqual(['Fête 3 photos', 'Buffet 3 photos']))
    await page.user.clear(screen.getByRole('searchbox'))
    await page.user.type(screen.getByRole('searchbox'), 'xyz')
    expect(await screen.findByText('No albums found')).toBeTruthy()
  })

  test('a search loads page after page; after a failed page the button continues', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer'], true))
    await page.user.type(screen.getByRole('searchbox'), 'w')
    await page.answer('AlbumChoicePagesQuery', { node: albumsAnswer(['Autumn'], true).viewer.library })
    expect((await page.asked('AlbumChoicePagesQuery')).request.variables).toMatchObject({ after: 'Autumn' })
    await page.fail('AlbumChoicePagesQuery')
    await page.user.click(screen.getByRole('button', { name: 'Show more albums' }))
    await page.answer('AlbumChoicePagesQuery', { node: albumsAnswer(['Winter']).viewer.library })
    await waitFor(() => expect(offeredAlbums()).toEqual(['Winter 3 photos']))
  })

  test('an album that another window deletes leaves the list', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer', 'Winter']))
    act(() => commitLocalUpdate(page.environment, (store) => store.delete('Summer')))
    expect(offeredAlbums()).toEqual(['Winter 3 photos'])
  })

  test('a few albums need no search', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer', 'Winter']))
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('says that there are no albums, and offers to create one', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['except']))
    expect(screen.getByText('You have no albums to copy to yet. Make one for these photos.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New album' })).toBeTruthy()
  })

  test('says that the albums could not be loaded, and offers a retry', async () => {
    const page = await openForSelection()
    await page.fail('CopyToAlbumDialogQuery')
    const message = 'Unable to display albums. Please refresh the page or try again later.'
    expect(await screen.findByText(message)).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer']))
    await waitFor(() => expect(offeredAlbums()).toEqual(['Summer 3 photos']))
  })

  test('first finds all photos of a selected month, and shows the progress', async () => {
    const page = await openForSelection((all) => all.setAll([{ id: 'may', count: 3 }], ['b']))
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer']))
    await page.user.click(screen.getByRole('menuitem', { name: 'Summer 3 photos' }))
    await page.answer('collectSelectedQuery', monthAnswer(['a', 'b'], true))
    expect(await screen.findByText('Finding your photos: 1 of 2')).toBeTruthy()
    await page.answer('collectSelectedQuery', monthAnswer(['c']))
    expect(await copyInput(page)).toEqual({ albumId: 'Summer', photoIds: ['a', 'c'] })
  })

  test('stays open with an alert when the photos cannot be found; Cancel clears the alert', async () => {
    const page = await openForSelection((all) => all.setAll([{ id: 'may', count: 3 }]))
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer']))
    await page.user.click(screen.getByRole('menuitem', { name: 'Summer 3 photos' }))
    await page.fail('collectSelectedQuery')
    expect(await screen.findByText('Unable to save changes. Please try again')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await page.user.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.queryByText('Unable to save changes. Please try again')).toBeNull()
    expect([page.selection.amount, currentToasts()]).toEqual([3, []])
  })

  test('says that nothing was copied when all photos were deleted meanwhile', async () => {
    const page = await openForSelection()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer']))
    act(() => page.selection.forget(['a', 'b']))
    await page.user.click(screen.getByRole('menuitem', { name: 'Summer 3 photos' }))
    expect(await screen.findByText('Unable to save changes. Please try again')).toBeTruthy()
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('copies one photo from the full-screen view', async () => {
    const page = openDialog(<CopyPhotoDialog photoId="p1" onClose={() => undefined} />)
    expect(screen.getByText('1 photo selected')).toBeTruthy()
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['Summer']))
    await page.user.click(screen.getByRole('menuitem', { name: 'Summer 3 photos' }))
    const { request } = await page.asked('addChunkMutation')
    expect(request.variables['input']).toEqual({ albumId: 'Summer', photoIds: ['p1'] })
  })
})

describe('copying to a new album', () => {
  test('asks for a name, with focus on the field; Cancel goes back to the list', async () => {
    const page = await openNaming()
    expect(document.activeElement).toBe(page.field)
    expect(page.field.placeholder).toBe('Untitled album')
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('button', { name: 'New album' })).toBeTruthy()
  })

  test.each([
    ['', 'Please give your album a name'],
    [' Summer', 'Name not valid'],
    ['a<b', 'Name not valid'],
    ['a>b', 'Name not valid'],
    ['a;b', 'Name not valid'],
  ])('"%s" is refused as a name, on submit only: %s', async (name, message) => {
    const page = await openNaming()
    if (name !== '') await page.user.type(page.field, name)
    expect(screen.queryByText(message)).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Create album' }))
    expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(page.field)
  })

  test('creates the album, copies the photos to it, and closes', async () => {
    const page = await openNaming()
    await page.user.type(page.field, 'Harbour{Enter}')
    expect((await page.asked('useCreateAlbumMutation')).request.variables).toEqual({ input: { name: 'Harbour' } })
    await page.answer('useCreateAlbumMutation', {
      createAlbum: {
        __typename: 'CreateAlbumSuccess',
        album: { ...albumsAnswer(['new']).viewer.library.albums.edges[0]?.node, name: 'Harbour' },
        library: { id: 'library', albumsCount: 1 },
      },
    })
    expect(await copyInput(page)).toEqual({ albumId: 'new', photoIds: ['a', 'b'] })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page.selection.purpose).toBeNull()
  })

  test('stays open with an alert when the album cannot be created, and allows another attempt', async () => {
    const page = await openNaming()
    await page.user.type(page.field, 'Harbour{Enter}')
    await page.fail('useCreateAlbumMutation')
    expect(await screen.findByText('Unable to save changes. Please try again')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Create album' }))
    expect(screen.queryByText('Unable to save changes. Please try again')).toBeNull()
    await page.answer('useCreateAlbumMutation', {
      createAlbum: { __typename: 'InvalidAlbumName', problem: 'NOT_VALID' },
    })
    expect(await screen.findByText('Name not valid')).toBeTruthy()
    expect(page.selection.amount).toBe(2)
  })
})

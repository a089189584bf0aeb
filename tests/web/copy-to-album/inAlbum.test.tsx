import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hiddenPhotosOf } from '../../../web/pages/library/photo-collection/hidden/HiddenPhotos.ts'
import { PhotoDragTray } from '../../../web/pages/library/photo-actions/copy-to-album/PhotoDragTray.tsx'
import { RemoveOrDeletePhotoDialog } from '../../../web/pages/library/photo-actions/copy-to-album/RemoveOrDeletePhotoDialog.tsx'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'
import { SelectionContext } from '../../../web/pages/library/photo-collection/selection/SelectionContext.ts'
import {
  type SelectionToolbarProps,
  SelectionToolbar,
} from '../../../web/pages/library/photo-actions/toolbar/SelectionToolbar.tsx'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { closeToasts } from '../deletion/deletionKit.tsx'
import { Reopenable, openDialog } from '../support/openDialog.tsx'
import { albumsAnswer, monthAnswer } from './answers.ts'

afterEach(async () => {
  await closeToasts()
  localStorage.clear()
})

/** The toolbar of an album of ten photos, of which two are selected. The album is in the store. */
function openToolbar(props: SelectionToolbarProps = { album: { id: 'album' } }) {
  const selection = new Selection()
  selection.set('album', ['a', 'b'], true)
  const page = openDialog(
    <SelectionContext value={selection}>
      <SelectionToolbar {...props} />
      {['a', 'b', 'c'].map((id) => (
        <a key={id} href="/" data-photo={id}>
          {id}
        </a>
      ))}
    </SelectionContext>,
  )
  act(() =>
    commitLocalUpdate(page.environment, (store) => {
      store.create('album', 'Album').setValue(10, 'photosCount')
      for (const id of ['a', 'b']) store.create(id, 'Photo').setValue(`${id}.jpg`, 'fileName')
    }),
  )
  return {
    ...page,
    selection,
    press: (name: string) => page.user.click(within(screen.getByRole('toolbar')).getByRole('button', { name })),
    count: (): unknown => page.environment.getStore().getSource().get('album')?.['photosCount'],
    hidden: () => [...hiddenPhotosOf(page.session).of('album')],
    has: (id: string) => Boolean(page.environment.getStore().getSource().get(id)),
  }
}

describe('the toolbar of an album', () => {
  test('has Remove from album, and Copy to album offers every album but this one', async () => {
    const page = openToolbar()
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names.slice(0, 5)).toEqual(['Download', 'Copy to album', 'Remove from album', 'Delete', 'Order prints'])
    await page.press('Copy to album')
    await page.answer('CopyToAlbumDialogQuery', albumsAnswer(['album', 'Winter']))
    expect(await screen.findAllByRole('menuitem')).toHaveLength(1)
  })

  test('Remove from album hides the photos at once without a question, and moves focus to the next tile', async () => {
    const page = openToolbar()
    await page.press('Remove from album')
    expect(await screen.findByText('2 photos removed from the album')).toBeTruthy()
    expect([page.hidden(), page.count(), page.has('a')]).toEqual([['a', 'b'], 8, true])
    expect(page.selection.purpose).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('c'))
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect([page.hidden(), page.count()]).toEqual([[], 10])
  })

  test('when the photos of the whole album cannot be found, none is removed, and a toast says so', async () => {
    const page = openToolbar()
    act(() => page.selection.setAll([{ id: 'album', count: 10 }]))
    await page.press('Remove from album')
    await page.fail('collectSelectedQuery')
    expect(await screen.findByText('Error: Your photos could not be removed from the album')).toBeTruthy()
    expect([page.hidden(), page.count(), page.selection.amount]).toEqual([[], 10, 10])
  })

  test('selecting the whole album leaves out photos that are being removed', async () => {
    const page = openToolbar()
    await page.press('Remove from album')
    expect(page.hidden()).toEqual(['a', 'b'])
    act(() => page.selection.setAll([{ id: 'album', count: 8 }]))
    await page.press('Remove from album')
    await page.answer('collectSelectedQuery', monthAnswer(['a', 'b', 'c']))
    await waitFor(() => expect(page.hidden()).toEqual(['a', 'b', 'c']))
    expect(currentToasts().map(({ message }) => message)).toEqual([
      '2 photos removed from the album',
      'Photo removed from the album',
    ])
  })

  test('in a shared album, Copy to album, Remove from album and Delete are disabled, and say why', async () => {
    const page = openToolbar({ isShared: true, album: { id: 'album' } })
    for (const name of ['Copy to album', 'Remove from album', 'Delete']) {
      await page.press(name)
      expect(within(screen.getByRole('toolbar')).getByRole('button', { name }).ariaDisabled).toBe('true')
    }
    await page.user.keyboard('{Delete}')
    expect((await screen.findAllByText('Unavailable for shared albums')).length).toBeGreaterThan(0)
    // Dialogs open when their code is loaded.
    await act(() => vi.dynamicImportSettled())
    expect([screen.queryByRole('dialog'), screen.queryByRole('alertdialog')]).toEqual([null, null])
    expect([page.hidden(), currentToasts()]).toEqual([[], []])
  })
})

async function openQuestion() {
  const page = openToolbar()
  await page.press('Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Remove from album or delete?' })
  return { ...page, choose: (name: string) => page.user.click(within(question).getByRole('button', { name })) }
}

/** The drop targets of the tray. */
function cards(): (string | null)[] {
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}

test('the album of the photos is not a drop target; New album remains when the other albums cannot be loaded', async () => {
  const page = openDialog(
    <SelectionContext value={new Selection()}>
      <PhotoDragTray exceptAlbumId="album" />
      <div data-collection="album">
        {/* Like a tile in a grid. */}
        {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="gridcell">
          <a href="/" data-photo="a">
            a
          </a>
        </div>
      </div>
    </SelectionContext>,
  )
  const tile = screen.getByRole('link')
  const drag = () => {
    fireEvent.pointerDown(tile, { pointerType: 'mouse', button: 0, buttons: 1 })
    fireEvent.dragStart(tile)
  }
  drag()
  await page.answer('AlbumTrayQuery', albumsAnswer(['album', 'Winter']))
  await waitFor(() => expect(cards()).toEqual(['Winter 3 photos', 'New album']))
  fireEvent.dragEnd(tile)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Drop on an album to copy' })).toBeNull())
  act(() => commitLocalUpdate(page.environment, (store) => store.invalidateStore()))
  drag()
  await page.fail('AlbumTrayQuery')
  await waitFor(() => expect(cards()).toEqual(['New album']))
})

describe('deleting in an album: remove from album or delete', () => {
  test('asks which of the two is wanted, with focus on Cancel', async () => {
    const page = await openQuestion()
    expect(document.activeElement?.textContent).toBe('Cancel')
    await page.choose('Cancel')
    expect([page.selection.amount, currentToasts()]).toEqual([2, []])
  })

  test('Remove from album leaves the photos in the library', async () => {
    const page = await openQuestion()
    await page.choose('Remove from album')
    expect(await screen.findByText('2 photos removed from the album')).toBeTruthy()
    expect([page.hidden(), page.has('a'), page.count()]).toEqual([['a', 'b'], true, 8])
    expect(page.selection.purpose).toBeNull()
  })

  test('Delete removes the photos from every view, including this album and its count; Undo brings them back', async () => {
    const page = await openQuestion()
    await page.choose('Delete')
    expect(await screen.findByText('2 photos deleted')).toBeTruthy()
    expect([page.has('a'), page.count()]).toEqual([false, 8])
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect([page.has('a'), page.count()]).toEqual([true, 10])
  })

  test.each([
    ['Remove from album', 'Error: Your photos could not be removed from the album'],
    ['Delete', 'Error: Your photos could not be deleted'],
  ])('the question stays open when %s cannot find the selected photos: %s', async (choice, message) => {
    const page = openToolbar()
    act(() => page.selection.setAll([{ id: 'album', count: 10 }]))
    await page.press('Delete')
    const question = await screen.findByRole('alertdialog')
    await page.user.click(within(question).getByRole('button', { name: choice }))
    await page.fail('collectSelectedQuery')
    expect(await within(question).findByText(message)).toBeTruthy()
    await page.user.click(within(question).getByRole('button', { name: choice }))
    expect(within(question).queryByText(message)).toBeNull()
    await page.answer('collectSelectedQuery', monthAnswer(['a', 'b']))
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
  })

  test('in the full-screen view, the photo is removed only after the view has moved to another photo', async () => {
    const arrived = Promise.withResolvers<void>()
    const page = openDialog(
      <Reopenable>
        {(onClose) => (
          <RemoveOrDeletePhotoDialog albumId="album" photoId="a" onClose={onClose} onConfirm={() => arrived.promise} />
        )}
      </Reopenable>,
    )
    await page.user.click(screen.getByRole('button', { name: 'Remove from album' }))
    expect(currentToasts()).toEqual([])
    await act(async () => arrived.resolve())
    expect(currentToasts().map(({ message }) => message)).toEqual(['Photo removed from the album'])
    expect([...hiddenPhotosOf(page.session).of('album')]).toEqual(['a'])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Open again' }))
    expect(screen.getByRole('alertdialog')).toBeTruthy()
  })
})

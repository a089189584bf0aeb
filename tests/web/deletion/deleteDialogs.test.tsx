import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { DeletePhotoDialog } from '../../../web/pages/library/photo-actions/deletion/DeletePhotoDialog.tsx'
import { DeleteSelectedDialog } from '../../../web/pages/library/photo-actions/deletion/DeleteSelectedDialog.tsx'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { Reopenable, openDialog } from '../support/openDialog.tsx'
import { closeToasts, photoIds } from './deletionKit.tsx'

afterEach(async () => {
  await closeToasts()
  localStorage.clear()
})

/** A page with the dialog, a tile for each photo, and the button that opens the dialog. */
function SelectionPage({ selection, tiles }: { readonly selection: Selection; readonly tiles: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {tiles.map((id) => (
        <a key={id} href="/" data-photo={id}>
          {id}
        </a>
      ))}
      {isOpen && <DeleteSelectedDialog selection={selection} onClose={() => setOpen(false)} />}
    </>
  )
}

async function openForSelection(selection: Selection, tiles: readonly string[] = ['a', 'b', 'c'], trashDays = 0) {
  const page = openDialog(<SelectionPage selection={selection} tiles={tiles} />, { trashDays })
  await page.user.click(screen.getByRole('button', { name: 'Open' }))
  return page
}

/** A page of a month’s photos, in the form that the selection's query returns. */
function pageOf(ids: readonly string[], endCursor: string | null) {
  return {
    node: {
      __typename: 'TimelineMonth',
      __isPhotoCollection: 'TimelineMonth',
      id: 'may',
      photos: {
        edges: ids.map((id) => ({ node: { id } })),
        pageInfo: { hasNextPage: endCursor !== null, endCursor },
      },
    },
  }
}

describe('deleting the selection', () => {
  test('asks with the number of photos, with focus on Cancel', async () => {
    const selection = new Selection()
    selection.set('may', ['a', 'b'], true)
    await openForSelection(selection)
    expect(screen.getByRole('alertdialog', { name: 'Delete 2 photos?' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cancel')
  })

  test.each([
    [0, 'They will be removed from your library and every album. Copies on your phone or computer stay.'],
    [1, /^They will be removed .* You can restore them from the trash for 1 day\.$/],
  ])('says what happens to the photos, with %i days in the trash', async (trashDays, text) => {
    const selection = new Selection()
    selection.set('may', ['a', 'b'], true)
    await openForSelection(selection, [], trashDays)
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('Cancel and Escape delete nothing and keep the selection', async () => {
    const selection = new Selection()
    selection.set('may', ['a', 'b'], true)
    const { user } = await openForSelection(selection)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(selection.amount).toBe(2)
    expect(currentToasts()).toEqual([])
  })

  test('deletes the photos, ends the selection, and moves focus to the next tile', async () => {
    const selection = new Selection()
    selection.set('may', ['a', 'b'], true)
    const { user } = await openForSelection(selection)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByText('2 photos deleted')).toBeTruthy())
    expect(selection.purpose).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('c'))
  })

  test('moves focus to the previous tile when the last tile is deleted', async () => {
    const selection = new Selection()
    selection.set('may', ['b', 'c'], true)
    const { user } = await openForSelection(selection)
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('a'))
  })

  test('first finds all photos of a selected month, and shows the progress', async () => {
    const selection = new Selection()
    selection.setAll([{ id: 'may', count: 700 }], ['photo-2'])
    const { user, answer, asked } = await openForSelection(selection, [])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    const ids = photoIds(700)
    await answer('collectSelectedQuery', pageOf(ids.slice(0, 500), 'next'))
    expect(await screen.findByText('Finding your photos: 499 of 699')).toBeTruthy()
    expect((await asked('collectSelectedQuery')).request.variables).toMatchObject({ after: 'next' })
    await answer('collectSelectedQuery', pageOf(ids.slice(500), null))
    expect(await screen.findByText('699 photos deleted')).toBeTruthy()
  })

  test('Cancel during the search for the photos deletes nothing', async () => {
    const selection = new Selection()
    selection.setAll([{ id: 'may', count: 700 }])
    const { user, asked, environment } = await openForSelection(selection, [])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await asked('collectSelectedQuery')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(environment.mock.getAllOperations()).toEqual([]))
    expect(selection.amount).toBe(700)
    expect(currentToasts()).toEqual([])
  })

  test('stays open with an alert when the photos cannot be found; Cancel clears the error', async () => {
    const selection = new Selection()
    selection.setAll([{ id: 'may', count: 700 }])
    const { user, fail } = await openForSelection(selection, [])
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await fail('collectSelectedQuery')
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photos could not be deleted')
    expect(screen.getByRole('alertdialog', { name: 'Delete 700 photos?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('alertdialog').textContent).not.toContain('Error')
    expect(selection.amount).toBe(700)
  })
})

describe('deleting one photo', () => {
  test('asks, waits until the view has left the photo, then offers Undo', async () => {
    const moved = Promise.withResolvers<void>()
    const { user } = openDialog(
      <Reopenable>
        {(onClose) => <DeletePhotoDialog photoId="a" onClose={onClose} onConfirm={() => moved.promise} />}
      </Reopenable>,
    )
    expect(screen.getByRole('alertdialog', { name: 'Delete this photo?' })).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Cancel')
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    expect(currentToasts()).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    await act(async () => moved.resolve())
    expect(screen.getByText('Photo deleted')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open again' }))
    expect(screen.getByRole('alertdialog', { name: 'Delete this photo?' })).toBeTruthy()
  })
})

import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LibraryStream } from '../../../web/shared/LibraryStream.ts'
import { previewPath, timelinePath } from '../../../web/shared/paths.ts'
import { libraryEvent } from '../support/libraryEvent.ts'
import { photoOf, renderPreview, shownName } from './renderPreview.tsx'

type Preview = Awaited<ReturnType<typeof renderPreview>>

async function confirmDeletion({ user }: Preview): Promise<void> {
  await user.keyboard('{Delete}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this photo?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
}

async function deleteShown(view: Preview): Promise<void> {
  await confirmDeletion(view)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

describe('deleting the shown photo', () => {
  test('moves to the next photo, whose previous neighbour is then the photo before the deleted one', async () => {
    const view = await renderPreview('p3')
    await view.settle()
    await deleteShown(view)
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
    expect(view.router.state.location.pathname).toBe(previewPath('p4'))
    await view.settle()
    await view.user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
    await view.settle()
    await view.user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
  })

  test.each(['p3', 'p1'])(
    'never shows the notice of a missing photo, whether or not other photos remain: %s',
    async (id) => {
      const view = await renderPreview(id, { photos: id === 'p1' ? ['p1'] : ['p1', 'p2', 'p3', 'p4', 'p5'] })
      await view.settle()
      const titles = new Set<string | null>()
      const observer = new MutationObserver(() => {
        for (const title of document.querySelectorAll('h1')) titles.add(title.textContent)
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      await deleteShown(view)
      await screen.findByText('Photo deleted')
      observer.disconnect()
      expect([...titles]).not.toContain('Photo not found')
    },
  )

  test('waits until the neighbours are known', async () => {
    const view = await renderPreview('p3')
    await view.answer('PreviewPageQuery', 'p3', { data: { photo: photoOf('p3') } })
    await confirmDeletion(view)
    expect(view.router.state.location.pathname).toBe(previewPath('p3'))
    await view.settle()
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
    await screen.findByText('Photo deleted')
    view.unmount()
    const alone = await renderPreview('p3')
    await alone.answer('PreviewPageQuery', 'p3', { data: { photo: photoOf('p3') } })
    await confirmDeletion(alone)
    await alone.fail('libraryNeighboursQuery', 'p3')
    await waitFor(() => expect(alone.router.state.location.pathname).toBe(timelinePath))
  })

  test('moves to the previous photo at the end of the list', async () => {
    const view = await renderPreview('p5')
    await view.settle()
    await deleteShown(view)
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
  })

  test('returns to the list when no photo is left', async () => {
    const view = await renderPreview('p1', { photos: ['p1'] })
    await view.settle()
    await deleteShown(view)
    await waitFor(() => expect(view.router.state.location.pathname).toBe(timelinePath))
    expect(await screen.findByText('Photo deleted')).toBeDefined()
  })

  test('is undone by the toast: the photo is a neighbour again and can be shown', async () => {
    const view = await renderPreview('p3')
    await view.settle()
    await deleteShown(view)
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await view.settle()
    await view.user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
  })

  test('can be undone after the only neighbour was deleted, and the arrow appears again', async () => {
    const view = await renderPreview('p2', { photos: ['p1', 'p2'] })
    await view.settle()
    await deleteShown(view)
    await waitFor(() => expect(shownName()).toBe('p1.jpg'))
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
    await view.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await view.user.click(await screen.findByRole('button', { name: 'Next photo' }))
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('several times in a row moves to the next photo each time', async () => {
    const view = await renderPreview('p2')
    await view.settle()
    await deleteShown(view)
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    await deleteShown(view)
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
    await view.settle()
    await view.user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p1.jpg'))
  })

  test.each([
    ['Cancel', ({ user }: Preview) => user.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Escape', ({ user }: Preview) => user.keyboard('{Escape}')],
  ])('asks first: %s keeps the photo', async (_way, leave) => {
    const view = await renderPreview('p3')
    await view.settle()
    await view.user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('alertdialog')
    await leave(view)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(shownName()).toBe('p3.jpg')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })))
  })
})

async function removeElsewhere(view: Preview, photoIds: readonly string[]): Promise<void> {
  await act(async () => new LibraryStream(view.environment, view.events).open())
  const operation = await view.asked('LibraryStreamSubscription')
  const sendEvent = (cursor: string, removedPhotoIds: readonly string[]) => {
    const changedMonths = removedPhotoIds.length === 0 ? [] : [{ year: 2024, month: 5 }]
    const data = libraryEvent(cursor, { removedPhotoIds, changedMonths })
    return act(async () => view.environment.mock.nextValue(operation, { data }))
  }
  await sendEvent('1', [])
  await sendEvent('2', photoIds)
}

describe('a photo that is deleted elsewhere', () => {
  test('is replaced by a notice that offers its neighbour', async () => {
    const view = await renderPreview('p3')
    await view.settle()
    await removeElsewhere(view, ['p3'])
    expect(await screen.findByRole('heading', { name: 'This photo was deleted' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
    await view.settle(['p1', 'p2', 'p4', 'p5'])
    await view.user.click(screen.getByRole('button', { name: 'Next photo' }))
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await view.settle(['p1', 'p2', 'p4', 'p5'])
    await view.user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('is skipped if it was a neighbour of the shown photo', async () => {
    const view = await renderPreview('p3')
    await view.settle()
    await removeElsewhere(view, ['p4'])
    await waitFor(() => expect(document.querySelector('[aria-hidden] img[src*="p5"]')).not.toBeNull())
    await view.user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p5.jpg'))
  })

  test('leaves only a button that leads back if it was the only photo of the list', async () => {
    const view = await renderPreview('p1', { photos: ['p1'] })
    await view.settle()
    await removeElsewhere(view, ['p1'])
    expect(await screen.findByRole('heading', { name: 'This photo was deleted' })).toBeDefined()
    await view.user.click(screen.getByRole('button', { name: 'Back to your photos' }))
    await waitFor(() => expect(view.router.state.location.pathname).toBe(timelinePath))
  })
})

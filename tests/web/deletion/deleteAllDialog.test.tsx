import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeleteAllDialog } from '../../../web/pages/library/photo-actions/deletion/DeleteAllDialog.tsx'
import { closeToasts, seedLibrary, storedLibrary } from './deletionKit.tsx'
import { Reopenable, openDialog } from '../support/openDialog.tsx'

const failure = 'Error: Your photos could not be deleted'
const scrolled = vi.fn<(options: ScrollToOptions) => void>()

beforeEach(() => vi.stubGlobal('scrollTo', scrolled))
afterEach(async () => {
  await closeToasts()
  vi.unstubAllGlobals()
  scrolled.mockReset()
  localStorage.clear()
})

function isOpen(): boolean {
  return screen.queryByRole('alertdialog') !== null
}

function field(): HTMLElement {
  return screen.getByRole('textbox', { name: 'Type DELETE to confirm' })
}

function open(trashDays = 0) {
  const page = openDialog(<Reopenable>{(onClose) => <DeleteAllDialog onClose={onClose} />}</Reopenable>, { trashDays })
  seedLibrary(page.environment, [{ id: 'may', year: 2024, month: 5, photosCount: 2, photoIds: ['a', 'b'] }])
  const answer = (result: Record<string, unknown>) =>
    page.answer('useDeleteAllPhotosMutation', { deleteAllPhotos: result })
  const reopen = () => page.user.click(screen.getByRole('button', { name: 'Open again' }))
  return { ...page, answer, reopen }
}

/** Types the word and presses Enter. */
async function confirm({ user }: ReturnType<typeof open>) {
  await user.clear(field())
  await user.type(field(), 'DELETE{Enter}')
}

/** The mutations that were sent. The dialog also sends a query: it asks for the saved projects. */
function mutationsOf({ mock }: ReturnType<typeof open>['environment']) {
  return mock.getAllOperations().filter(({ request }) => request.node.params.operationKind === 'mutation')
}

describe('deleting all photos', () => {
  test('says that the deletion cannot be undone, with focus on the field', () => {
    open()
    expect(screen.getByRole('alertdialog', { name: 'Delete all photos?' }).textContent).toContain('can’t be undone')
    expect(document.activeElement?.tagName).toBe('INPUT')
  })

  test('says how long the photos are kept in the trash if the brand has one', async () => {
    const page = open(30)
    const text = screen.getByRole('alertdialog').textContent
    expect(text).toContain('You can restore photos from there for 30 days.')
    expect(text).not.toContain('can’t be undone')
    await confirm(page)
    await page.answer({ __typename: 'DeleteAllPhotosSuccess', isFinished: true })
    expect(await screen.findByText('All your photos are in the trash, where they are kept for 30 days')).toBeTruthy()
  })

  test.each(['', 'delete', 'DELETE ', ' DELETE', 'DELET', 'DELETE!'])(
    '"%s" is not the word: the field says so on submit only, and nothing is deleted',
    async (typed) => {
      const { user, environment } = open()
      if (typed) await user.type(field(), typed)
      expect(field().getAttribute('aria-invalid')).toBe('false')
      await user.keyboard('{Enter}')
      expect(field().getAttribute('aria-invalid')).toBe('true')
      const described = field().getAttribute('aria-describedby') ?? ''
      expect(document.getElementById(described)?.textContent).toContain('This is not DELETE')
      expect(document.activeElement).toBe(field())
      expect(mutationsOf(environment)).toEqual([])
    },
  )

  test('while the call is pending, the dialog cannot be closed, and no second call is sent', async () => {
    const page = open()
    await confirm(page)
    const operation = await page.asked('useDeleteAllPhotosMutation')
    expect(operation.request.variables).toEqual({ input: { libraryId: 'library' } })
    await page.user.keyboard('{Enter}{Escape}')
    await page.user.click(screen.getByRole('button', { name: 'Deleting your photos…' }))
    expect(isOpen()).toBe(true)
    expect(mutationsOf(page.environment)).toHaveLength(1)
  })

  test('opens the timeline at the top, empties the library in the store, and makes open views refetch', async () => {
    const page = open()
    const onChange = vi.fn<() => void>()
    page.events.subscribe(onChange)
    await confirm(page)
    await page.answer({ __typename: 'DeleteAllPhotosSuccess', isFinished: true })
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/my-photos/photos'))
    expect(isOpen()).toBe(false)
    expect(scrolled).toHaveBeenCalledWith({ top: 0 })
    expect(onChange).toHaveBeenCalled()
    expect(storedLibrary(page.environment)).toMatchObject({ total: 0, months: {} })
    expect(screen.getByText('All your photos are deleted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('says that a long deletion continues by itself', async () => {
    const page = open()
    await confirm(page)
    await page.answer({ __typename: 'DeleteAllPhotosSuccess', isFinished: false })
    expect(await screen.findByText(/You can leave this page/)).toBeTruthy()
    expect(storedLibrary(page.environment).total).toBe(2)
  })

  test.each([
    ['the call fails', (page: ReturnType<typeof open>) => page.fail('useDeleteAllPhotosMutation')],
    ['the library belongs to another account', (page) => page.answer({ __typename: 'LibraryNotFound' })],
    ['the answer has an unknown type', (page) => page.answer({ __typename: 'SomethingNew' })],
  ] satisfies [string, (page: ReturnType<typeof open>) => Promise<void>][])(
    'leaves the dialog open with an alert when %s; the user can try again',
    async (_, answer) => {
      const page = open()
      await confirm(page)
      await answer(page)
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(failure))
      expect(isOpen()).toBe(true)
      expect(page.router.state.location.pathname).toBe('/my-photos/albums')
      await confirm(page)
      expect(screen.getByRole('alert').textContent).toBe('')
      await page.answer({ __typename: 'DeleteAllPhotosSuccess', isFinished: true })
      await waitFor(() => expect(isOpen()).toBe(false))
    },
  )

  test('leaves the dialog open with an alert when the library’s id cannot be loaded', async () => {
    const page = openDialog(<DeleteAllDialog onClose={() => undefined} />)
    await page.user.type(screen.getByRole('textbox'), 'DELETE{Enter}')
    await page.fail('useDeleteAllPhotosQuery')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(failure))
  })

  test('Cancel resets the error', async () => {
    const page = open()
    await confirm(page)
    await page.fail('useDeleteAllPhotosMutation')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(failure))
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(isOpen()).toBe(false)
    await page.reopen()
    expect(screen.getByRole('alert').textContent).toBe('')
    expect(field()).toHaveProperty('value', '')
  })
})

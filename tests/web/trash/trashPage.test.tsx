import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { libraryEventsOf } from '../../../web/shared/LibraryEvents.ts'
import { trashPath } from '../../../web/shared/paths.ts'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { renderApp } from '../support/renderApp.tsx'

const day = 24 * 3_600_000

/** A photo in the trash, which is kept for `left` more ms, by default for 2.5 days. */
function trashed(number: number, left = 2.5 * day) {
  return {
    __typename: 'TrashedPhoto',
    id: `trashed-${number}`,
    fileName: `${number}.jpg`,
    dateTaken: null,
    pictureProblem: null,
    thumbhash: null,
    small: null,
    large: null,
    deletedForGoodAt: new Date(Date.now() + left).toISOString(),
  }
}

/** @param totalCount the number of photos in the trash: by default as many as `photos`; null if it is unknown */
function list(photos: readonly ReturnType<typeof trashed>[] | null, totalCount: number | null = photos?.length ?? 0) {
  const edges = photos?.map((node) => ({ cursor: node.id, node })) ?? []
  const pageInfo = { hasNextPage: totalCount !== edges.length, endCursor: edges.at(-1)?.cursor ?? null }
  const library = { __typename: 'PhotoLibrary', id: 'library', trash: photos && { totalCount, edges, pageInfo } }
  return { viewer: { __typename: 'Viewer', library } }
}

/** The numbers from `first` up to, but not including, `end`. */
const numbers = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index)

async function openPage(shown: readonly number[], totalCount: number | null = shown.length) {
  const app = renderApp(trashPath, { trashDays: 30 })
  const photos = shown.map((number) => trashed(number))
  await app.answer('TrashPageQuery', list(photos, totalCount))
  await screen.findAllByRole('checkbox')
  return app
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const photoBoxes = () => within(screen.getByRole('list', { name: 'Photos in the trash' })).getAllByRole('checkbox')
const labels = () => photoBoxes().map((box) => box.getAttribute('aria-label'))
const selectAllBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all photos' })
const amount = () => screen.queryByText(/^\d+ selected$/)?.textContent
const idsOf = (given: readonly number[]) => given.map((number) => `trashed-${number}`)
const messages = () => currentToasts().map(({ message }) => message)

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  localStorage.clear()
})

describe('the page of the trash', () => {
  test('is in the menu of a brand with a trash, and has a title, a skeleton and an empty state', async () => {
    const app = renderApp(trashPath, { trashDays: 30 })
    expect(await screen.findByRole('heading', { level: 1, name: 'Trash' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Trash', current: 'page' })).toBeDefined()
    expect(within(screen.getByRole('main')).getByText('Loading')).toBeDefined()
    expect((await app.asked('TrashPageQuery')).request.variables).toEqual({ first: 100 })
    await app.answer('TrashPageQuery', list([]))
    expect(await screen.findByRole('heading', { name: 'The trash is empty' })).toBeDefined()
    expect(screen.getByText('Photos that you delete are kept here for 30 days.')).toBeDefined()
    expect(screen.getByText(/^You can restore photos for 30 days after you delete them\./)).toBeDefined()
  })

  test('is in no menu of a brand without a trash, but can still be opened by its URL', async () => {
    const app = renderApp(trashPath)
    await app.answer('TrashPageQuery', list([trashed(1)]))
    expect(await screen.findByRole('checkbox', { name: 'Photo 1.jpg' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Trash' })).toBeNull()
    expect(screen.getByText(/^You can restore photos until their time is up\./)).toBeDefined()
  })

  test('says that it cannot be shown when the service has no trash', async () => {
    const app = renderApp(trashPath, { trashDays: 30 })
    await app.answer('TrashPageQuery', list(null))
    expect(await screen.findByText(/^The trash cannot be shown/)).toBeDefined()
  })

  test('shows for each photo how many days are left, and its end date', async () => {
    const app = renderApp(trashPath, { trashDays: 30 })
    const photo = trashed(1)
    await app.answer('TrashPageQuery', list([photo, trashed(2, day - 1_000), trashed(3, day + 60_000)]))
    const box = await screen.findByRole('checkbox', { name: 'Photo 1.jpg' })
    const facts = photoBoxes().map(
      (name) => document.getElementById(name.getAttribute('aria-describedby') ?? '')?.firstElementChild?.textContent,
    )
    expect(facts).toEqual(['3 days left', 'Less than a day left', '2 days left'])
    const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })
    expect(box.closest('li')?.querySelector('time')?.textContent).toBe(date.format(new Date(photo.deletedForGoodAt)))
  })

  test('restores the selected photos, which leave the list; the library is fetched again', async () => {
    const { user, answer, asked, session, pending } = await openPage([1, 2, 3])
    let changes = 0
    libraryEventsOf(session).subscribe(() => (changes += 1))
    expect([button('Restore').disabled, button('Delete for good').disabled]).toEqual([true, true])
    await user.click(screen.getByRole('checkbox', { name: 'Photo 1.jpg' }))
    await user.click(screen.getByRole('checkbox', { name: 'Photo 3.jpg' }))
    expect(screen.getByText('2 selected')).toBeDefined()
    await user.click(button('Restore'))
    const { variables } = (await asked('useTakeFromTrashRestoreMutation')).request
    expect(variables).toEqual({ input: { trashedPhotoIds: ['trashed-1', 'trashed-3'] } })
    const restoredIds = ['trashed-1', 'trashed-3']
    const restorePhotos = { __typename: 'RestorePhotosSuccess', restoredIds, remainingIds: [] }
    await answer('useTakeFromTrashRestoreMutation', { restorePhotos })
    await waitFor(() => expect(labels()).toEqual(['Photo 2.jpg']))
    expect([messages(), changes]).toEqual([['2 photos restored'], 1])
    expect(pending('TrashPageQuery')).toHaveLength(1)
  })

  test('keeps photos that could not be restored selected', async () => {
    const { user, answer, fail } = await openPage([1, 2])
    await user.click(screen.getByRole('checkbox', { name: 'Select all photos' }))
    await user.click(button('Restore'))
    const left = { __typename: 'RestorePhotosSuccess', restoredIds: ['trashed-1'], remainingIds: ['trashed-2'] }
    await answer('useTakeFromTrashRestoreMutation', { restorePhotos: left })
    const failure = 'Error: Not all photos could be restored. Please try again.'
    await waitFor(() => expect(messages()).toEqual(['Photo restored', failure]))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Photo 2.jpg' }).checked).toBe(true)
    await user.click(button('Restore'))
    await fail('useTakeFromTrashRestoreMutation')
    await waitFor(() => expect(messages()).toEqual(['Photo restored', failure, failure]))
  })

  test('asks before it deletes for good, with the focus on Cancel', async () => {
    const { user, answer, fail } = await openPage([1, 2])
    await user.click(screen.getByRole('checkbox', { name: 'Photo 2.jpg' }))
    await user.click(button('Delete for good'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this photo for good?' })
    expect(document.activeElement?.textContent).toBe('Cancel')
    const confirm = within(dialog).getByRole('button', { name: 'Delete for good' })
    await user.click(confirm)
    await fail('useTakeFromTrashDeleteMutation')
    expect(within(dialog).getByRole('alert').textContent).toContain('could be deleted. Please try again.')
    await user.click(confirm)
    const deletePhotosForGood = {
      __typename: 'DeletePhotosForGoodSuccess',
      deletedIds: ['trashed-2'],
      remainingIds: [],
    }
    await answer('useTakeFromTrashDeleteMutation', { deletePhotosForGood })
    await waitFor(() => expect(labels()).toEqual(['Photo 1.jpg']))
    expect(messages()).toEqual(['Photo deleted for good'])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('asks before it empties the trash', async () => {
    const { user, answer, asked } = await openPage([1, 2])
    await user.click(button('Empty trash'))
    const dialog = await screen.findByRole('alertdialog', { name: 'Empty the trash?' })
    await user.click(within(dialog).getByRole('button', { name: 'Empty trash' }))
    const { variables } = (await asked('useTakeFromTrashEmptyMutation')).request
    expect(variables).toEqual({ input: { libraryId: 'library' } })
    await answer('useTakeFromTrashEmptyMutation', { emptyTrash: { __typename: 'EmptyTrashSuccess' } })
    await answer('TrashPageQuery', list([]))
    expect(await screen.findByRole('heading', { name: 'The trash is empty' })).toBeDefined()
    expect(messages()).toEqual(['The trash is empty'])
  })

  test('shows changes that other devices have made', async () => {
    const { session, answer } = await openPage([1, 2])
    const changes = { addedPhotoIds: [], removedPhotoIds: [], changedAlbumIds: [], removedAlbumIds: [] }
    const none = { ...changes, hasPhotoChanges: false, hasAlbumChanges: false, hasUnlistedChanges: false }
    await act(async () => libraryEventsOf(session).publish({ ...none, hasTrashChanges: true }))
    await answer('TrashPageQuery', list([trashed(2)]))
    await waitFor(() => expect(labels()).toEqual(['Photo 2.jpg']))
  })

  test('restores up to 500 photos per call', async () => {
    const { user, answer, asked } = await openPage(numbers(0, 501))
    await user.click(screen.getByRole('checkbox', { name: 'Select all photos' }))
    await user.click(button('Restore'))
    const call = async (count: number) => {
      const { trashedPhotoIds } = (await asked('useTakeFromTrashRestoreMutation')).request.variables['input']
      expect(trashedPhotoIds).toHaveLength(count)
      const restorePhotos = { __typename: 'RestorePhotosSuccess', restoredIds: trashedPhotoIds, remainingIds: [] }
      await answer('useTakeFromTrashRestoreMutation', { restorePhotos })
    }
    await call(500)
    await call(1)
    await waitFor(() => expect(messages()).toEqual(['501 photos restored']))
  })
})

/** A page of a trash of 600 photos. */
const ofLarge = (first: number, end: number) =>
  list(
    numbers(first, end).map((number) => trashed(number)),
    600,
  )

/** A trash of 600 photos, of which the page has loaded 100. */
async function openLarge() {
  const app = await openPage(numbers(0, 100), 600)
  await app.user.click(selectAllBox())
  return app
}

type App = Awaited<ReturnType<typeof openPage>>

/** Answers the queries that find all photos of the large trash. */
async function answerCollecting({ answer }: App) {
  await answer('collectTrashQuery', ofLarge(0, 500), { first: 500, after: null })
  const rest = ofLarge(500, 600)
  const { trash } = rest.viewer.library
  if (trash) trash.pageInfo.hasNextPage = false
  await answer('collectTrashQuery', rest, { first: 500, after: 'trashed-499' })
}

/** Expects a call for exactly these ids, and answers that it is done. */
async function answerTaking({ answer, asked }: App, action: 'Restore' | 'Delete', ids: readonly string[]) {
  const name = `useTakeFromTrash${action}Mutation`
  expect((await asked(name)).request.variables['input']).toEqual({ trashedPhotoIds: ids })
  const done = { remainingIds: [], restoredIds: ids, deletedIds: ids }
  const restorePhotos = { __typename: 'RestorePhotosSuccess', ...done }
  const deletePhotosForGood = { __typename: 'DeletePhotosForGoodSuccess', ...done }
  await answer(name, action === 'Restore' ? { restorePhotos } : { deletePhotosForGood })
}

describe('Select all', () => {
  test.each([1, 12])('selects all of %d photos', async (count) => {
    const app = await openPage(numbers(0, count))
    await app.user.click(selectAllBox())
    expect([amount(), selectAllBox().checked]).toEqual([`${count} selected`, true])
    await app.user.click(button('Restore'))
    await answerTaking(app, 'Restore', idsOf(numbers(0, count)))
    await waitFor(() => expect(messages()).toEqual([count === 1 ? 'Photo restored' : '12 photos restored']))
    await app.answer('TrashPageQuery', list([]))
    expect(await screen.findByRole('heading', { name: 'The trash is empty' })).toBeDefined()
  })

  test('selects photos that are not loaded; single photos can be left out', async () => {
    const app = await openLarge()
    const { user } = app
    expect([amount(), selectAllBox().checked]).toEqual(['600 selected', true])
    await user.click(screen.getByRole('checkbox', { name: 'Photo 7.jpg' }))
    expect([amount(), selectAllBox().indeterminate]).toEqual(['599 selected', true])
    await user.click(button('Restore'))
    await answerCollecting(app)
    await answerTaking(app, 'Restore', idsOf([...numbers(0, 7), ...numbers(8, 501)]))
    await answerTaking(app, 'Restore', idsOf(numbers(501, 600)))
    await waitFor(() => expect(messages()).toEqual(['599 photos restored']))
    // Photo 601 was deleted after all photos had been selected, so it is not selected.
    await app.answer('TrashPageQuery', list([trashed(601), trashed(7)]))
    await waitFor(() => expect(labels()).toEqual(['Photo 601.jpg', 'Photo 7.jpg']))
    expect(amount()).toBeUndefined()
  })

  test('asks with the number of all photos, and deletes exactly these photos for good', async () => {
    const app = await openLarge()
    await app.user.click(button('Delete for good'))
    await answerCollecting(app)
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 600 photos for good?' })
    await app.user.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
    await answerTaking(app, 'Delete', idsOf(numbers(0, 500)))
    await answerTaking(app, 'Delete', idsOf(numbers(500, 600)))
    await waitFor(() => expect(messages()).toEqual(['600 photos deleted for good']))
  })

  test('shows an error and keeps the selection when the photos cannot be loaded', async () => {
    const app = await openLarge()
    await app.user.click(button('Restore'))
    await app.fail('collectTrashQuery')
    const restoring = 'Error: Not all photos could be restored. Please try again.'
    await waitFor(() => expect(messages()).toEqual([restoring]))
    await app.user.click(button('Delete for good'))
    await app.fail('collectTrashQuery')
    const deleting = 'Error: Not all photos could be deleted. Please try again.'
    await waitFor(() => expect(messages()).toEqual([restoring, deleting]))
    expect(amount()).toBe('600 selected')
    expect([screen.queryByRole('alertdialog'), app.pending('useTakeFromTrashRestoreMutation')]).toEqual([null, []])
  })

  test('selects the loaded photos while the number of photos is unknown', async () => {
    const app = await openPage(numbers(0, 100), null)
    await app.user.click(selectAllBox())
    expect([amount(), selectAllBox().indeterminate]).toEqual(['100 selected', true])
    await app.user.click(button('Restore'))
    await answerTaking(app, 'Restore', idsOf(numbers(0, 100)))
    await waitFor(() => expect(messages()).toEqual(['100 photos restored']))
  })
})

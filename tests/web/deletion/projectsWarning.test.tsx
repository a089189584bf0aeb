import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeleteAllDialog } from '../../../web/pages/library/photo-actions/deletion/DeleteAllDialog.tsx'
import { DeletePhotoDialog } from '../../../web/pages/library/photo-actions/deletion/DeletePhotoDialog.tsx'
import { DeleteSelectedDialog } from '../../../web/pages/library/photo-actions/deletion/DeleteSelectedDialog.tsx'
import { Selection } from '../../../web/pages/library/photo-collection/selection/Selection.ts'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { openDialog } from '../support/openDialog.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  vi.useRealTimers()
  localStorage.clear()
})

const query = 'findProjectsUsingQuery'
const nothing = () => undefined
const dialog = () => within(screen.getByRole('alertdialog'))
const warning = () => dialog().getByRole('status').textContent
const deleteButton = () => dialog().getByRole('button', { name: 'Delete' })
const isPaused = () => deleteButton().getAttribute('aria-disabled') === 'true'
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** @param titles the titles of the projects, or null if the service does not know which photos are used */
function using(titles: readonly (string | null)[] | null, totalCount = titles?.length ?? 0) {
  const projects = titles?.map((title, index) => ({ id: `project-${title ?? index}`, title }))
  return { viewer: { library: { id: 'library', projectsUsing: projects ? { totalCount, projects } : null } } }
}

function openPhoto(onConfirm: () => void = nothing) {
  return openDialog(<DeletePhotoDialog photoId="photo-1" onClose={nothing} onConfirm={onConfirm} />)
}

/** A selection of single photos. */
function photos(count: number): Selection {
  const selection = new Selection()
  selection.toggleMany(
    'month-1',
    Array.from({ length: count }, (_, index) => `photo-${index}`),
  )
  return selection
}

describe('the question before photos are deleted', () => {
  test('names the saved projects that use the photo', async () => {
    const app = openPhoto()
    expect(warning()).toBe('')
    expect((await app.asked(query)).request.variables).toEqual({ photoIds: ['photo-1'] })
    await app.answer(query, using(['Norway', null]))
    expect(warning()).toBe(
      '2 saved projects use this photo: Norway and Untitled project. ' +
        'Deleted photos must be replaced there before you order.',
    )
  })

  test('names three projects, and says how many more there are', async () => {
    const app = openPhoto()
    await app.answer(query, using(['A', 'B', 'C', 'D', 'E'], 105))
    expect(warning()).toMatch(/^105 saved projects use this photo: A, B, C and 102 more\. /)
  })

  test('ignores presses for a moment after the warning has moved the button', async () => {
    const confirmed = vi.fn<() => void>()
    const app = openPhoto(confirmed)
    expect(isPaused()).toBe(false)
    await app.answer(query, using(['Norway']))
    expect(isPaused()).toBe(true)
    await act(async () => deleteButton().click())
    expect(confirmed).not.toHaveBeenCalled()
    await pass(600)
    expect(isPaused()).toBe(false)
    await act(async () => deleteButton().click())
    expect(confirmed).toHaveBeenCalledOnce()
  })

  test.each([
    ['no project uses the photo', using([])],
    ['the service does not know', using(null)],
  ])('has no warning if %s', async (_, answer) => {
    const app = openPhoto()
    await app.answer(query, answer)
    expect([warning(), isPaused()]).toEqual(['', false])
  })

  test('works when the service fails', async () => {
    const confirmed = vi.fn<() => void>()
    const app = openPhoto(confirmed)
    await app.fail(query)
    expect([warning(), isPaused()]).toEqual(['', false])
    await act(async () => deleteButton().click())
    expect(confirmed).toHaveBeenCalledOnce()
  })

  test('does not show an answer that comes after 2 s', async () => {
    const app = openPhoto()
    await app.asked(query)
    await pass(2_100)
    await app.answer(query, using(['Norway']))
    expect([warning(), isPaused()]).toEqual(['', false])
  })

  test('searches the projects of 500 photos per call, and counts each project once', async () => {
    const app = openDialog(<DeleteSelectedDialog selection={photos(501)} onClose={nothing} />)
    const first = await app.asked(query)
    expect(first.request.variables['photoIds']).toHaveLength(500)
    await app.answer(query, using(['Norway', 'Our garden']))
    expect((await app.asked(query)).request.variables['photoIds']).toEqual(['photo-500'])
    await app.answer(query, using(['Our garden', 'For the wall']))
    expect(warning()).toMatch(/^3 saved projects use some of these photos: Norway, Our garden and For the wall\. /)
  })

  test('does not search the projects of more than 5,000 photos', async () => {
    const app = openDialog(<DeleteSelectedDialog selection={photos(5_001)} onClose={nothing} />)
    await pass(100)
    expect(app.environment.mock.getAllOperations()).toEqual([])
    expect(warning()).toBe('')
  })

  test('names the saved projects before all photos are deleted', async () => {
    const app = openDialog(<DeleteAllDialog onClose={nothing} />)
    const edges = ['A', 'B', 'C'].map((title) => ({ node: { __typename: 'Project', id: title, title } }))
    const viewer = { __typename: 'Viewer', projects: { totalCount: 23, edges } }
    await app.answer('findProjectsUsingAllQuery', { viewer })
    expect(warning()).toBe(
      'You have 23 saved projects: A, B, C and 20 more. Deleted photos must be replaced there before you order.',
    )
  })
})

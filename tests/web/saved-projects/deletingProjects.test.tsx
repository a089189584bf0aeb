import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { items, listOf, messages, numbers, openProjects, pageQuery, project, titles } from './projectKit.ts'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  localStorage.clear()
})

type App = Awaited<ReturnType<typeof openProjects>>

const deleted = (canRestore: boolean) => ({
  deleteProject: { __typename: 'DeleteProjectSuccess', canRestore },
})

async function ask(app: App, number: number) {
  await app.user.click(screen.getByRole('button', { name: `Delete Project ${number}` }))
  return within(await screen.findByRole('alertdialog', { name: `Delete the project Project ${number}?` }))
}

async function confirm(app: App, number: number) {
  const dialog = await ask(app, number)
  await app.user.click(dialog.getByRole('button', { name: 'Delete project' }))
}

const undo = (app: App) => app.user.click(screen.getByRole('button', { name: 'Undo' }))
const restored = { restoreProject: { __typename: 'RestoreProjectSuccess', project: { id: 'global-2' } } }

describe('deleting a saved project', () => {
  test('asks first, with the focus on Cancel, and then returns the focus', async () => {
    const app = await openProjects([project(1), project(2)])
    const dialog = await ask(app, 1)
    expect(dialog.getByText('The project leaves this list. Your photos stay in your library.')).toBeDefined()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete Project 1'))
    expect(app.pending('deleteProjectMutation')).toEqual([])
  })

  test('removes it, moves the focus to the next project, fills the page, and offers Undo', async () => {
    const app = await openProjects(
      numbers(1, 10).map((number) => project(number)),
      11,
    )
    await confirm(app, 2)
    const { input } = (await app.asked('deleteProjectMutation')).request.variables
    expect(input).toEqual({ projectId: 'global-2' })
    await app.answer('deleteProjectMutation', deleted(true))
    expect(titles()).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => `Project ${number}`))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Project 3'))
    await app.answer(pageQuery, listOf([1, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => project(number))))
    expect(titles()).toHaveLength(10)
    expect(messages()).toEqual(['Project Project 2 deleted'])
    await undo(app)
    expect((await app.asked('restoreProjectMutation')).request.variables.input).toEqual({ projectId: 'global-2' })
    await app.answer('restoreProjectMutation', restored)
    await app.answer(
      pageQuery,
      listOf(
        numbers(1, 10).map((number) => project(number)),
        11,
      ),
    )
    expect(titles()[1]).toBe('Project 2')
    expect(messages()).toEqual(['Project Project 2 restored'])
  })

  test('offers no Undo if the service cannot restore projects', async () => {
    const app = await openProjects([project(1), project(2)])
    await confirm(app, 2)
    await app.answer('deleteProjectMutation', deleted(false))
    expect(messages()).toEqual(['Project Project 2 deleted'])
    expect(currentToasts()[0]?.action).toBeUndefined()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Project 1'))
  })

  test('also removes a project that was deleted elsewhere', async () => {
    const app = await openProjects([project(1), project(2)])
    await confirm(app, 1)
    await app.answer('deleteProjectMutation', { deleteProject: { __typename: 'ProjectNotFound' } })
    expect(titles()).toEqual(['Project 2'])
    expect(screen.getByText('1 project')).toBeDefined()
    expect(currentToasts().map(({ action }) => action)).toEqual([undefined])
  })

  test('keeps the dialog open with an alert after a failure; then it can be tried again', async () => {
    const app = await openProjects([project(1)])
    await confirm(app, 1)
    await app.fail('deleteProjectMutation')
    const dialog = within(screen.getByRole('alertdialog'))
    expect(await dialog.findByText('Unable to delete the project. Please try again')).toBeDefined()
    expect(items()).toHaveLength(1)
    await app.user.click(dialog.getByRole('button', { name: 'Delete project' }))
    await app.answer('deleteProjectMutation', deleted(true))
    expect(await screen.findByRole('heading', { name: 'No saved projects' })).toBeDefined()
  })

  test('resets the cached pages: another page is shown only after it was fetched again', async () => {
    const app = await openProjects(
      numbers(1, 10).map((number) => project(number)),
      12,
    )
    await act(() => app.router.navigate('/saved-projects?page=2'))
    await app.answer(pageQuery, listOf([project(11), project(12)], 12), { skip: 10 })
    expect(await screen.findByText('Projects 11 to 12 of 12')).toBeDefined()
    await act(() => app.router.navigate(-1))
    await app.answer(
      pageQuery,
      listOf(
        numbers(1, 10).map((number) => project(number)),
        12,
      ),
      { skip: 0 },
    )
    expect(await screen.findByText('Projects 1 to 10 of 12')).toBeDefined()
    await confirm(app, 1)
    await app.answer('deleteProjectMutation', deleted(true))
    await app.answer(
      pageQuery,
      listOf(
        numbers(2, 11).map((number) => project(number)),
        11,
      ),
      { skip: 0 },
    )
    void app.router.navigate('/saved-projects?page=2')
    await app.asked(pageQuery, { skip: 10 })
    // The cached page 2 still begins with project 11, which is now on page 1. So page 1 stays until page 2 is fetched.
    expect(titles().at(-1)).toBe('Project 11')
    expect(titles()[0]).toBe('Project 2')
    await app.answer(pageQuery, listOf([project(12)], 11), { skip: 10 })
    await waitFor(() => expect(titles()).toEqual(['Project 12']))
  })

  test('leads to the previous page after the only project of the last page was deleted', async () => {
    const app = await openProjects([project(11)], 11, '/saved-projects?page=2')
    await confirm(app, 11)
    await app.answer('deleteProjectMutation', deleted(true))
    await app.answer(
      pageQuery,
      listOf(
        numbers(1, 10).map((number) => project(number)),
        10,
      ),
      { skip: 0 },
    )
    expect(await screen.findByText('10 projects')).toBeDefined()
    expect(app.router.state.location.search).toBe('')
  })
})

describe('undoing the deletion of a saved project', () => {
  test.each([
    ['ProjectNotFound', 'Project Project 2 can no longer be restored'],
    [
      'TooManyProjects',
      'Project Project 2 could not be restored, because you have the maximum number of saved projects',
    ],
    ['%future added value', 'Project Project 2 could not be restored'],
  ])('says why it was not possible: %s', async (kind, message) => {
    const app = await openProjects([project(1), project(2)])
    await confirm(app, 2)
    await app.answer('deleteProjectMutation', deleted(true))
    await undo(app)
    await app.answer('restoreProjectMutation', { restoreProject: { __typename: kind } })
    expect(messages()).toEqual([message])
  })

  test('can be tried again after a failure, even on another page of the product', async () => {
    const app = await openProjects([project(1), project(2)])
    await confirm(app, 2)
    await app.answer('deleteProjectMutation', deleted(true))
    await act(() => app.router.navigate('/downloads'))
    await undo(app)
    await app.fail('restoreProjectMutation')
    expect(messages()).toEqual(['Project Project 2 could not be restored'])
    await app.user.click(
      within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Try again' }),
    )
    await app.answer('restoreProjectMutation', restored)
    expect(messages()).toEqual(['Project Project 2 restored'])
  })
})

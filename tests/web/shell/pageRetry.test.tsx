import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function overview() {
  const photos = { edges: [{ node: photo('a') }] }
  return { viewer: { library: { id: 'library', photosCount: 1, albumsCount: 1, sharedAlbumsCount: 2, photos } } }
}

function selection(id: string, photoId: string) {
  const photos = { edges: [{ cursor: 'c', node: photo(photoId) }], pageInfo: { hasNextPage: false, endCursor: 'c' } }
  return { viewer: { library: { id: 'library', tempSelection: { id, tempSelectionId: id, photosCount: 1, photos } } } }
}

/** Pages whose request depends on the query string of their URL, each with two URLs. */
const pages = [
  {
    name: 'the overview',
    query: 'OverviewPageQuery',
    addresses: ['/', '/?PhotoManagementSharedAlbumsViewEnabled=false'],
    answers: [overview(), overview()],
    role: 'link',
    names: ['3 albums', '1 album'],
  },
  {
    name: 'the editor',
    query: 'EditorPageQuery',
    addresses: ['/editor?tempSelectionId=one', '/editor?tempSelectionId=two'],
    answers: [selection('one', 'a'), selection('two', 'b')],
    role: 'listitem',
    names: ['a.jpg', 'b.jpg'],
  },
] as const

describe.each(pages)('$name', ({ query, addresses, answers, role, names }) => {
  test('after a retry at one URL, shows the answer for the next URL', async () => {
    const app = renderApp(addresses[0])
    await app.fail(query)
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    await app.answer(query, answers[0])
    expect(await screen.findByRole(role, { name: names[0] })).toBeTruthy()
    await act(() => app.router.navigate(addresses[1]))
    await app.answer(query, answers[1])
    expect(await screen.findByRole(role, { name: names[1] })).toBeTruthy()
    expect(screen.queryByRole(role, { name: names[0] })).toBeNull()
  })

  test('after a failure at one URL, shows the answer for the next URL', async () => {
    const app = renderApp(addresses[0])
    await app.fail(query)
    await screen.findByRole('button', { name: 'Try again' })
    await act(() => app.router.navigate(addresses[1]))
    await app.answer(query, answers[1])
    expect(await screen.findByRole(role, { name: names[1] })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    // The automatic retry of the earlier failure is cancelled, too.
    act(() => void dispatchEvent(new Event('online')))
    expect(app.pending(query)).toEqual([])
  })
})

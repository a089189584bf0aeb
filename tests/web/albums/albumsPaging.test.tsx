import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { album, albumsPage, cleanUp, listOf, openAlbums, sharedAlbum, shownAlbums } from './albumsKit.ts'

afterEach(cleanUp)

const first = listOf([album('a'), album('b')], 'cursor-b')

/** The response to the query for the next page. */
function more(ids: readonly string[], endCursor: string | null = null) {
  const albums = listOf(
    ids.map((id) => album(id)),
    endCursor,
  )
  return { node: { __typename: 'PhotoLibrary', __isNode: 'PhotoLibrary', id: 'library', albums } }
}

/** Scrolls until the end of the list is near the screen. */
async function scrollNearEnd(app: Awaited<ReturnType<typeof openAlbums>>) {
  const { parentElement: more } = await screen.findByRole('button', { name: 'Show more albums' })
  const end = more?.previousElementSibling
  if (end) await app.layout.show(end)
}

describe('more albums', () => {
  test('are loaded by a button, fifty at a time; the first new album gets the focus', async () => {
    const app = await openAlbums({ own: first })
    await app.user.click(await screen.findByRole('button', { name: 'Show more albums' }))
    const operation = await app.asked('AlbumsListPaginationQuery')
    expect(operation.request.variables).toMatchObject({ first: 50, after: 'cursor-b' })
    await app.answer('AlbumsListPaginationQuery', more(['c', 'd']))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Album c'))
    expect(shownAlbums()).toEqual(['Album a', 'Album b', 'Album c', 'Album d'])
    expect(screen.queryByRole('button', { name: 'Show more albums' })).toBeNull()
  })

  test('are loaded automatically when the end of the list is near the screen', async () => {
    const app = await openAlbums({ own: first })
    await scrollNearEnd(app)
    await app.answer('AlbumsListPaginationQuery', more(['c'], 'cursor-c'))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a', 'Album b', 'Album c']))
    expect(document.activeElement).toBe(document.body)
    await scrollNearEnd(app)
    expect((await app.asked('AlbumsListPaginationQuery')).request.variables).toMatchObject({ after: 'cursor-c' })
  })

  test('are loaded when one call of the observer reports that the end of the list was far away and is now near', async () => {
    const app = renderApp('/my-photos/albums')
    class BusyObserver {
      readonly #report: (entries: readonly Partial<IntersectionObserverEntry>[]) => void
      constructor(report: (entries: readonly Partial<IntersectionObserverEntry>[]) => void) {
        this.#report = report
      }
      observe() {
        this.#report([{ isIntersecting: false }, { isIntersecting: true }])
      }
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', BusyObserver)
    await app.answer('AlbumsPageQuery', albumsPage({ own: first }))
    expect((await app.asked('AlbumsListPaginationQuery')).request.variables).toMatchObject({ after: 'cursor-b' })
  })

  test('are loaded only by the button when the list of others’ albums follows, so that this list stays reachable', async () => {
    const app = await openAlbums({ own: first, others: listOf([sharedAlbum('s', 'Wedding')]) })
    await scrollNearEnd(app)
    expect(app.pending('AlbumsListPaginationQuery')).toEqual([])
    expect(shownAlbums('Shared with you')).toEqual(['Wedding'])
  })

  test('that fail to load leave the loaded albums in place, with a retry', async () => {
    const app = await openAlbums({ own: first })
    await app.user.click(await screen.findByRole('button', { name: 'Show more albums' }))
    await app.fail('AlbumsListPaginationQuery')
    expect(
      await screen.findByText('Unable to display albums. Please refresh the page or try again later.'),
    ).toBeTruthy()
    expect(shownAlbums()).toEqual(['Album a', 'Album b'])
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('AlbumsListPaginationQuery', more(['c']))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a', 'Album b', 'Album c']))
  })

  test('are shown again after Back, and as many albums are refetched as were shown', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `more-${index}`)
    const app = await openAlbums({ own: first })
    await app.user.click(await screen.findByRole('button', { name: 'Show more albums' }))
    await app.answer('AlbumsListPaginationQuery', more(ids))
    await waitFor(() => expect(shownAlbums()).toHaveLength(62))
    await act(async () => app.router.navigate('/'))
    await act(async () => app.router.navigate(-1))
    await waitFor(() => expect(shownAlbums()).toHaveLength(62))
    expect((await app.asked('AlbumsPageQuery')).request.variables).toMatchObject({ first: 62 })
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('a')]) }))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album a']))
  })

  test('of others are loaded by a button with the same name', async () => {
    const others = listOf([sharedAlbum('s', 'Wedding')], 'cursor-s')
    const app = await openAlbums({ own: listOf([album('a')]), others })
    await app.user.click(await screen.findByRole('button', { name: 'Show more albums' }))
    const sharedAlbums = listOf([sharedAlbum('t', 'Sailing')])
    await app.answer('SharedAlbumsListPaginationQuery', {
      node: { __typename: 'PhotoLibrary', __isNode: 'PhotoLibrary', id: 'library', sharedAlbums },
    })
    await waitFor(() => expect(shownAlbums('Shared with you')).toEqual(['Wedding', 'Sailing']))
  })
})

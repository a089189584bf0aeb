import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { album, albumsPage, cleanUp, counts, listOf, openAlbums, sharedAlbum, shownAlbums } from './albumsKit.ts'

afterEach(cleanUp)

const older = '2026-03-01T12:00:00Z'
const newer = '2026-03-05T12:00:00Z'

async function open(endCursor: string | null = null) {
  const own = listOf([album('b', { created: '2026-03-03T12:00:00Z' }), album('a', { created: older })], endCursor)
  const app = await openAlbums({ own, others: listOf([sharedAlbum('s', 'Wedding')]) })
  await app.listen()
  await waitFor(() => expect(shownAlbums()).toEqual(['Album b', 'Album a']))
  return app
}

describe('changes made in another window', () => {
  test('new albums are inserted by their creation dates; only these albums are requested', async () => {
    const app = await open()
    await app.sendEvent({ changedAlbumIds: ['c', 'd'] })
    const operation = await app.asked('useFreshAlbumsQuery')
    expect(operation.request.variables).toEqual({ ids: ['c', 'd'] })
    const nodes = [album('c', { created: '2026-03-02T12:00:00Z' }), album('d', { created: newer })]
    await app.answer('useFreshAlbumsQuery', { nodes })
    await waitFor(() => expect(shownAlbums()).toEqual(['Album d', 'Album b', 'Album c', 'Album a']))
    expect(app.pending('AlbumsPageQuery')).toEqual([])
  })

  test('an album that is older than all loaded albums appears only when its page of the list is loaded', async () => {
    const app = await open('cursor-a')
    await app.sendEvent({ changedAlbumIds: ['z', 'd'] })
    const nodes = [album('z', { created: '2020-01-01T12:00:00Z' }), album('d', { created: newer })]
    await app.answer('useFreshAlbumsQuery', { nodes })
    await waitFor(() => expect(shownAlbums()).toEqual(['Album d', 'Album b', 'Album a']))
  })

  test('a new name, changed photos and sharing are shown', async () => {
    const app = await open()
    await app.sendEvent({ changedAlbumIds: ['a'] })
    const changed = album('a', { name: 'Norway', photosCount: 9, isShared: true, cover: 'other', created: older })
    await app.answer('useFreshAlbumsQuery', { nodes: [changed] })
    const card = await screen.findByRole('link', { name: /^Norway, Shared, 9 photos/ })
    expect(card.getAttribute('href')).toBe('/my-photos/shared-albums/shared-a')
    expect(card.querySelector('img')?.getAttribute('src')).toBe('https://images.test/other.300.jpg')
  })

  test('a request for changed albums that fails is repeated', async () => {
    const app = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await app.sendEvent({ changedAlbumIds: ['a'] })
    await app.fail('useFreshAlbumsQuery')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await app.answer('useFreshAlbumsQuery', { nodes: [album('a', { name: 'Norway', created: older })] })
    vi.useRealTimers()
    await waitFor(() => expect(shownAlbums()).toEqual(['Album b', 'Norway']))
  })

  test('a deleted album disappears, and the counts of the tabs are refetched', async () => {
    const app = await open()
    await app.sendEvent({ removedAlbumIds: ['a', 's'] })
    await waitFor(() => expect(shownAlbums()).toEqual(['Album b']))
    expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull()
    await app.answer('LibraryLayoutQuery', counts(1))
    expect(await screen.findByRole('link', { name: 'Albums 1' })).toBeTruthy()
  })

  test('an album also disappears if it no longer exists when it is requested', async () => {
    const app = await open()
    await app.sendEvent({ changedAlbumIds: ['a'] })
    await app.answer('useFreshAlbumsQuery', { nodes: [null] })
    await waitFor(() => expect(shownAlbums()).toEqual(['Album b']))
  })

  test('an album that others share appears in Shared with you; the customer’s own shared album does not', async () => {
    const app = await open()
    await app.sendEvent({ changedAlbumIds: ['t', 'mine'] })
    const mine = { ...sharedAlbum('mine', 'Mine'), viewerIsOwner: true }
    await app.answer('useFreshAlbumsQuery', { nodes: [sharedAlbum('t', 'Sailing'), mine] })
    await waitFor(() => expect(shownAlbums('Shared with you').toSorted()).toEqual(['Sailing', 'Wedding']))
  })

  test('when the event is truncated, the lists are refetched', async () => {
    const app = await open()
    await app.sendEvent({ isTruncated: true })
    await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([album('x')]) }))
    await waitFor(() => expect(shownAlbums()).toEqual(['Album x']))
  })
})

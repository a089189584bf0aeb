import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { previewPath, timelinePath } from '../../../web/shared/paths.ts'
import { picture, renderPreview, shownName } from './renderPreview.tsx'

afterEach(() => localStorage.clear())

describe('stepping', () => {
  test('works by arrow keys, and replaces the entry in the browser’s history', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    expect(router.state.location.pathname).toBe(previewPath('p3'))
    expect(router.state.historyAction).toBe('REPLACE')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('works by the buttons, which are hidden at the ends of the list', async () => {
    const { settle, user } = await renderPreview('p2')
    await settle()
    const previous = screen.getByRole('button', { name: 'Previous photo' })
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeDefined()
    await user.click(previous)
    await waitFor(() => expect(shownName()).toBe('p1.jpg'))
    expect(screen.queryByRole('button', { name: 'Previous photo' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeDefined()
  })

  test('keeps the focus in the view when the focused button disappears', async () => {
    const { settle, user } = await renderPreview('p4')
    await settle()
    const next = screen.getByRole('button', { name: 'Next photo' })
    act(() => next.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(shownName()).toBe('p5.jpg'))
    await settle()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('moves the keyboard’s focus from photo to photo', async () => {
    const { settle, user } = await renderPreview('p2')
    await settle()
    const photo = screen.getByRole('button', { name: /^Zoom/ })
    act(() => photo.focus())
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.title).toMatch(/^p3/))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Zoom/ }))
  })

  test('also works with the buttons while the neighbours are unknown', async () => {
    const { settle, user } = await renderPreview('p1')
    await settle()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    await user.click(screen.getByRole('button', { name: 'Next photo' }))
    await settle()
    await waitFor(() => expect(shownName()).toBe('p4.jpg'))
  })

  test('shows a neighbour and its picture at once, without requests', async () => {
    const { settle, pending, user } = await renderPreview('p1')
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
    expect(picture().getAttribute('src')).toBe('https://images.test/p2.1300.jpg')
    expect([...pending('PreviewPageQuery'), ...pending('PhotoRenditionQuery')]).toEqual([])
    expect(pending('libraryNeighboursQuery').map(({ request }) => request.variables['id'])).toEqual(['p3'])
  })

  test('is queued for each press of a key until the neighbours are known', async () => {
    const { settle, user } = await renderPreview('p1', { from: 'address' })
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}')
    await settle()
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
  })

  test('is queued only once for a key that is held down', async () => {
    const { settle, user } = await renderPreview('p1', { from: 'address' })
    await user.keyboard('{ArrowRight>5/}')
    await settle()
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
    await act(async () => undefined)
    expect(shownName()).toBe('p2.jpg')
  })

  test('counts each of several quick presses', async () => {
    const { settle, router, user } = await renderPreview('p1')
    await settle()
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    await settle()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('ends at the last photo', async () => {
    const { settle, router, user } = await renderPreview('p5')
    await settle()
    await user.keyboard('{ArrowRight}')
    expect(router.state.location.pathname).toBe(previewPath('p5'))
  })

  test('ignores arrow keys with a modifier key', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}{Control>}{ArrowLeft}{/Control}{Shift>}{ArrowRight}{/Shift}')
    expect(router.state.location.pathname).toBe(previewPath('p2'))
  })

  test('ignores arrow keys inside a dialog', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('{Delete}')
    await screen.findByRole('alertdialog')
    await user.keyboard('{ArrowRight}')
    expect(router.state.location.pathname).toBe(previewPath('p2'))
  })

  test('follows the sort order in the URL, and keeps the query string', async () => {
    const search = '?stripped=true&sort=dateTaken-asc'
    const { settle, router, asked, user } = await renderPreview('p2', { search })
    const neighbours = await asked('libraryNeighboursQuery', 'p2')
    expect(neighbours.request.variables).toEqual({ id: 'p2', sortKey: 'DATE_TAKEN', sortOrder: 'ASC' })
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p1.jpg'))
    expect(router.state.location.search).toBe(search)
  })

  test('follows the stored sort order if the URL has none', async () => {
    localStorage.setItem('keepsake.sort.photos', JSON.stringify({ sortKey: 'created', sortOrder: 'asc' }))
    const { asked } = await renderPreview('p2', { from: 'address' })
    const neighbours = await asked('libraryNeighboursQuery', 'p2')
    expect(neighbours.request.variables).toEqual({ id: 'p2', sortKey: 'CREATED', sortOrder: 'ASC' })
  })
})

describe('closing', () => {
  test('goes back in the history on Escape, and focuses the tile', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    expect(router.state.historyAction).toBe('POP')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Tile p2' })))
  })

  test('returns to the page that opened the view, even after steps, and focuses the tile of the photo shown last', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Tile p3' })))
  })

  test('waits for the tile on a page that renders slowly, instead of jumping to a month', async () => {
    const { settle, router, user } = await renderPreview('p2')
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    const frames: FrameRequestCallback[] = []
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    const later = performance.now() + 5_000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    for (const frame of frames.splice(0)) frame(later)
    clock.mockRestore()
    vi.unstubAllGlobals()
    for (const frame of frames.splice(0)) frame(later)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Tile p3' })))
    expect(router.state.location.hash).toBe('')
  })

  test('leads to the month of the photo that was shown last, if the page has not loaded the tile of this photo', async () => {
    const { settle, router, user } = await renderPreview('p2', { tiles: ['p1', 'p2'] })
    await settle()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.hash).toBe('#2024-05'))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test.each([
    ['month', 'dateTaken-asc', '#2024-05'],
    ['place in the list by upload', 'created-asc', '#photo-p2'],
  ])('replaces the address by the photo’s %s after a deep link', async (_, sort, hash) => {
    const { settle, router, user } = await renderPreview('p2', { from: 'address', search: `?sort=${sort}&info` })
    await settle()
    await screen.findByRole('complementary')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(router.state.location.search).toBe(`?sort=${sort}`)
    expect(router.state.location.hash).toBe(hash)
  })

  test('works while the photo is loading', async () => {
    const { router, user } = await renderPreview('p2', { from: 'address' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('cancels running requests', async () => {
    const { router, user, pending } = await renderPreview('p2', { from: 'address' })
    expect(pending('libraryNeighboursQuery', 'p2')).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    await waitFor(() => expect(pending('libraryNeighboursQuery')).toEqual([]))
  })
})

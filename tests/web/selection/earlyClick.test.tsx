import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { months, monthPage, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { setUpSelecting } from './renderSelecting.ts'

const { isWanted, load } = vi.hoisted(() => {
  // An earlier test file may have loaded the lazy code, so all modules are loaded anew.
  vi.resetModules()
  const { promise, resolve } = Promise.withResolvers<void>()
  return { isWanted: promise, load: resolve }
})
vi.mock(import('../../../web/pages/library/photo-collection/grid/listenToPhotos.ts'), async (original) => {
  await isWanted
  return await original()
})
afterAll(() => vi.resetModules())

setUpSelecting()

const may = ['may', 2024, 5, 4] as const

/** The timeline with photos whose listeners are not loaded yet. */
async function open(search: string) {
  const app = renderApp(`/my-photos/photos${search}`)
  await app.answer('TimelinePageQuery', months(may))
  await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 4)), { id: 'may' })
  const cells = await within(app.container).findAllByRole('gridcell')
  const selected = () =>
    cells.flatMap((cell, index) => (cell.getAttribute('aria-selected') === 'true' ? [`photo-${index}`] : []))
  return { ...app, cells, selected }
}

const photosIn = (app: Awaited<ReturnType<typeof open>>) =>
  within(app.container).findAllByRole('checkbox', { name: /^Photo / })

test('presses before the listeners are loaded count: on the circle of a photo, on photos while selecting, and keys that move focus', async () => {
  const library = await open('')
  const order = await open('?order=prints')
  fireEvent.click(library.cells[1] ?? document.body)
  const boxes = await photosIn(order)
  for (const index of [1, 2, 1]) fireEvent.click(boxes[index] ?? document.body)
  // Space must not scroll the page.
  const space = { key: ' ' }
  expect(
    [library.cells[3]?.firstElementChild, boxes[0]].map((photo) => fireEvent.keyDown(photo ?? document, space)),
  ).toEqual([false, false])
  expect([library.selected(), order.selected()]).toEqual([[], []])
  // Arrow keys must not scroll the page either. The second press continues from the photo that the first one reached.
  const moving = await open('')
  const start = moving.cells[0]?.querySelector('a') ?? document.body
  start.focus()
  const arrow = { key: 'ArrowRight' }
  expect([fireEvent.keyDown(start, arrow), fireEvent.keyDown(start, arrow)]).toEqual([false, false])
  const opening = await open('?order=prints')
  const [first = document.body] = await photosIn(opening)
  fireEvent.keyDown(first, { key: 'Enter' })
  fireEvent.click(first)
  await waitFor(() => expect(opening.router.state.location.pathname).toBe('/my-photos/photos/preview/photo-0'))
  load()
  await waitFor(() => expect(library.selected()).toEqual(['photo-1', 'photo-3']))
  await waitFor(() => expect(order.selected()).toEqual(['photo-0', 'photo-2']))
  await waitFor(() => expect(moving.cells[2]?.querySelector('a')?.tabIndex).toBe(0))
  // None of the photos was opened.
  for (const { router } of [library, order]) expect(router.state.location.pathname).toBe('/my-photos/photos')
})

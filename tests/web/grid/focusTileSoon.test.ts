import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusTileSoon } from '../../../web/pages/library/photo-collection/grid/focusTileSoon.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Puts the only tile of the photo into the document. */
function draw(): HTMLElement {
  const tile = document.createElement('a')
  tile.href = '#'
  tile.dataset['photo'] = 'photo'
  document.body.replaceChildren(tile)
  return tile
}

test('a tile gets focus if it is drawn within ten seconds, but not if it is drawn later', () => {
  focusTileSoon('photo')
  vi.advanceTimersByTime(9_900)
  const tile = draw()
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(tile)
  document.body.replaceChildren()
  focusTileSoon('photo')
  vi.advanceTimersByTime(10_100)
  draw()
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(document.body)
})

test('a tile that replaces the focused tile within a second gets focus, and a later tile does not', () => {
  focusTileSoon('photo')
  draw()
  vi.advanceTimersByTime(500)
  const second = draw()
  vi.advanceTimersByTime(400)
  expect(document.activeElement).toBe(second)
  vi.advanceTimersByTime(200)
  draw()
  vi.advanceTimersByTime(50)
  expect(document.activeElement).toBe(document.body)
})

test('the callback gets the tile, or null while there is none, in each frame until the tile has focus', () => {
  const look = vi.fn<(tile: HTMLElement | null, waited: number) => void>()
  focusTileSoon('photo', look)
  vi.advanceTimersByTime(100)
  const tile = draw()
  vi.advanceTimersByTime(500)
  expect(document.activeElement).toBe(tile)
  const tiles = look.mock.calls.map(([found]) => found)
  expect(tiles.length).toBeGreaterThan(1)
  expect(tiles.slice(0, -1).filter((found) => found !== null)).toEqual([])
  expect(tiles.at(-1)).toBe(tile)
  expect(look.mock.calls.at(-1)?.[1]).toBeLessThan(150)
})

import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useDeparture } from '../../../web/pages/library/preview/useDeparture.ts'

afterEach(() => vi.useRealTimers())

/** A departure from the photo p1, and whether it has ended. */
function depart(leadsAway: boolean) {
  const view = renderHook(({ id }) => useDeparture(id), { initialProps: { id: 'p1' } })
  const state = { isOver: false }
  void view.result.current(async () => leadsAway).then(() => (state.isOver = true))
  return { ...view, state }
}

test('a departure waits until another photo is rendered, however long that takes', async () => {
  vi.useFakeTimers()
  const { rerender, state } = depart(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.isOver).toBe(false)
  rerender({ id: 'p2' })
  await vi.advanceTimersByTimeAsync(0)
  expect(state.isOver).toBe(true)
})

test('a departure waits until the view is unmounted', async () => {
  vi.useFakeTimers()
  const { unmount, state } = depart(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.isOver).toBe(false)
  unmount()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.isOver).toBe(true)
})

test('a departure does not wait if the navigation does not leave the photo', async () => {
  vi.useFakeTimers()
  const { state } = depart(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(state.isOver).toBe(true)
})

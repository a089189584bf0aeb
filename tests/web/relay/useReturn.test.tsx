import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useReturn } from '../../../web/relay/useReturn.ts'

afterEach(() => vi.restoreAllMocks())

function become(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const focus = () => globalThis.dispatchEvent(new Event('focus'))

function setUp() {
  const returned = vi.fn<() => void>()
  const { unmount } = renderHook(() => useReturn(returned))
  return { returned, unmount }
}

test('a return to a hidden tab counts once, though the browser reports it as visible and as focused', () => {
  const { returned } = setUp()
  become('hidden')
  expect(returned).not.toHaveBeenCalled()
  become('visible')
  focus()
  expect(returned).toHaveBeenCalledTimes(1)
  become('hidden')
  become('visible')
  focus()
  expect(returned).toHaveBeenCalledTimes(2)
})

test('a tab that gets the focus 5 s after it became visible counts twice', () => {
  const { returned } = setUp()
  const now = vi.spyOn(performance, 'now').mockReturnValue(50_000)
  become('visible')
  now.mockReturnValue(55_000)
  focus()
  expect(returned).toHaveBeenCalledTimes(2)
})

test('a return from another window to a visible tab counts each time', () => {
  const { returned } = setUp()
  focus()
  focus()
  expect(returned).toHaveBeenCalledTimes(2)
  become('hidden')
  focus()
  expect(returned).toHaveBeenCalledTimes(2)
})

test('nothing is called after the component has gone', () => {
  const { returned, unmount } = setUp()
  unmount()
  become('visible')
  focus()
  expect(returned).not.toHaveBeenCalled()
})

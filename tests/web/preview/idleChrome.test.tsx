import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIdleChrome } from '../../../web/pages/library/preview/useIdleChrome.ts'

/** A view with a button around its photo. */
function View() {
  const frame = useRef<HTMLElement>(null)
  useIdleChrome(frame)
  return (
    <main ref={frame} tabIndex={-1}>
      <button>Back</button>
      <figure>
        <button>Zoom</button>
      </figure>
    </main>
  )
}

const isIdle = () => screen.getByRole('main').dataset['idle'] === 'true'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('controls fade after three seconds without activity', () => {
  render(<View />)
  vi.advanceTimersByTime(2_999)
  expect(isIdle()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isIdle()).toBe(true)
  screen.getByRole('main').dispatchEvent(new Event('pointermove'))
  expect(isIdle()).toBe(false)
})

test('controls stay visible while one of them has the keyboard focus', () => {
  render(<View />)
  act(() => screen.getByRole('button', { name: 'Back' }).focus())
  vi.advanceTimersByTime(10_000)
  expect(isIdle()).toBe(false)
  act(() => screen.getByRole('button', { name: 'Zoom' }).focus())
  vi.advanceTimersByTime(3_000)
  expect(isIdle()).toBe(true)
})

import { act, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'
import { closeToast, currentToasts, showToast } from '../../../web/ui/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <IntlProvider locale="en-GB" messages={messages}>
      <ToastRegion />
    </IntlProvider>,
  )
})
afterEach(() => {
  act(() => {
    for (const { id } of currentToasts()) closeToast(id)
  })
  vi.useRealTimers()
})

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('what has ended is shown for 10 s, what only begins for 5 s', () => {
  act(() => {
    showToast({ kind: 'info', message: 'begins', timeout: 5_000 })
    showToast({ kind: 'error', message: 'ended' })
  })
  pass(4_999)
  expect(screen.getByText('begins')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('begins')).toBeNull()
  pass(4_999)
  expect(screen.getByText('ended')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('ended')).toBeNull()
})

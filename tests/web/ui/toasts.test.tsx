import { act, render, screen } from '@testing-library/react'
import { IntlProvider } from 'react-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { Dialog } from '../../../web/ui/Dialog.tsx'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'
import { type ToastEnd, type ToastHandle, closeToast, currentToasts, showToast } from '../../../web/ui/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => {
    for (const { id } of currentToasts()) closeToast(id)
  })
  vi.useRealTimers()
})

function open(page = <button>Tile</button>): void {
  render(
    <IntlProvider locale="en-GB" messages={messages}>
      {page}
      <ToastRegion />
    </IntlProvider>,
  )
}

function show(toast: Parameters<typeof showToast>[0]): ToastHandle {
  const shown: ToastHandle[] = []
  act(() => {
    shown.push(showToast(toast))
  })
  const [handle] = shown
  if (!handle) throw new Error('Nothing was shown')
  return handle
}

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function button(name: string): HTMLElement {
  return screen.getByRole('button', { name })
}

function press(key: string): void {
  act(() => {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
}

test('results are shown for 10 s, starts of actions for 5 s', () => {
  open()
  show({ kind: 'info', message: 'begins', timeout: 5_000 })
  show({ kind: 'error', message: 'ended' })
  pass(4_999)
  expect(screen.getByText('begins')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('begins')).toBeNull()
  pass(4_999)
  expect(screen.getByText('ended')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('ended')).toBeNull()
})

test('a toast with progress stays until it is closed', () => {
  open()
  const toast = show({ kind: 'info', message: '0 of 2', progress: 0, timeout: null })
  pass(60_000)
  act(() => toast.change({ message: '1 of 2', progress: 0.5 }))
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: '1 of 2' }).value).toBe(0.5)
  act(() => toast.close())
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('onClose is called once with the reason', () => {
  open()
  const ends: ToastEnd[] = []
  const onClose = (end: ToastEnd) => ends.push(end)
  const action = { label: 'Undo', onPress: () => undefined }
  show({ kind: 'info', message: 'by itself', timeout: 5_000, onClose })
  pass(5_000)
  show({ kind: 'info', message: 'by its action', action, onClose })
  act(() => button('Undo').click())
  show({ kind: 'info', message: 'by its cross', onClose })
  act(() => button('Dismiss').click())
  const toast = show({ kind: 'info', message: 'by the code', onClose })
  act(() => toast.close())
  act(() => toast.close())
  pass(60_000)
  expect(ends).toEqual(['timeout', 'action', 'dismissed', 'closed'])
})

test('F6 moves the focus to the newest toast and back; the action of the toast returns the focus, too', () => {
  open()
  button('Tile').focus()
  press('F6')
  expect(document.activeElement).toBe(button('Tile'))
  show({ kind: 'info', message: 'Photo deleted', action: { label: 'Undo', onPress: () => undefined } })
  press('F6')
  expect(document.activeElement).toBe(button('Undo'))
  press('F6')
  expect(document.activeElement).toBe(button('Tile'))
  press('F6')
  act(() => button('Undo').click())
  expect(document.activeElement).toBe(button('Tile'))
})

test('closing a toast with the focus returns the focus to where it was', () => {
  open()
  button('Tile').focus()
  const toast = show({ kind: 'info', message: 'begins' })
  press('F6')
  expect(document.activeElement).toBe(button('Dismiss'))
  act(() => toast.close())
  expect(document.activeElement).toBe(button('Tile'))
})

test('the timeout of a toast pauses while it has the focus', () => {
  open()
  show({ kind: 'info', message: 'ends' })
  pass(9_000)
  act(() => button('Dismiss').focus())
  pass(60_000)
  act(() => button('Tile').focus())
  pass(999)
  expect(screen.getByText('ends')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('ends')).toBeNull()
})

test('screen readers announce toasts even while a dialog is open', () => {
  open(
    <Dialog isOpen onClose={() => undefined} title="Question">
      Sure?
    </Dialog>,
  )
  show({ kind: 'error', message: 'ended', details: ['a.jpg'] })
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain('a.jpg')
  expect(screen.getByRole('list').getAttribute('aria-live')).toBe('polite')
})

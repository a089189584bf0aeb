import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { closeToast, currentToasts } from '../../web/ui/toasts.ts'

// relay-test-utils was written for another runner, whose name for its mocks it expects.
Object.assign(globalThis, { jest: vi, IS_REACT_ACT_ENVIRONMENT: true })

// Machines are slow now and then; what is waited for is an event, not a time.
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no screen to ask about.
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

// What is left of a page goes first: told of anything more while a part of it waits for an answer, React’s `act` would
// try that part again for ever.
afterEach(() => {
  cleanup()
  for (const { id } of currentToasts()) closeToast(id)
})

// The next file shares the window and what is loaded.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
})

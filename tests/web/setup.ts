import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { closeToast, currentToasts } from '../../web/ui/toasts.ts'

// relay-test-utils was written for Jest, and expects Jest's global.
Object.assign(globalThis, { jest: vi, IS_REACT_ACT_ENVIRONMENT: true })

// The customer has decided about cookies, as in most visits. The tests of the cookie question delete this cookie.
beforeEach(() => {
  if (typeof document !== 'undefined') document.cookie = 'cookie-consent=00; path=/'
})

/** The real timers, also while a test uses fake ones. */
const { setTimeout: begin, setImmediate: next } = globalThis

/**
 * Waits as Testing Library does, without `act`. Then waits for React's effects, such as those that add key listeners:
 * on a busy machine, effects run one turn after the document has changed.
 */
async function asyncWrapper<Result>(wait: () => Promise<Result>): Promise<Result> {
  const before: unknown = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  try {
    const result = await wait()
    await new Promise((resolve) => begin(resolve, 0))
    await new Promise((resolve) => next(resolve))
    return result
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: before })
  }
}

// Tests wait for events, not for a time, so the timeout only has to be long enough for a busy machine.
configure({ asyncUtilTimeout: 20_000, asyncWrapper })

const endless = Symbol.for('keepsake.endlessFrames')

/**
 * Requests animation frames forever. Without requests, jsdom stops its interval for frames. If a request restarts the
 * interval under fake timers, the interval never fires.
 */
function keepFrames(): void {
  if (typeof document === 'undefined' || Reflect.has(document, endless)) return
  Reflect.set(document, endless, true)
  const { requestAnimationFrame: ask } = globalThis
  const again = () => void ask(again)
  again()
}
keepFrames()

// jsdom has no `matchMedia`. Each query has one `MediaQueryList`, so that a test can change the one that the page uses.
const lists = new Map<string, MediaQueryList>()
globalThis.matchMedia ??= (media) => {
  const list =
    lists.get(media) ??
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    })
  lists.set(media, list)
  return list
}

// Unmount the page first: an update while a part of it is suspended would make React’s `act` retry that part forever.
afterEach(() => {
  cleanup()
  for (const { id } of currentToasts()) closeToast(id)
  // Cancels pending attempts to focus a photo: the next test may have a photo with the same id.
  if (typeof window !== 'undefined') window.dispatchEvent(new Event('wheel'))
})

// The next test file shares the window and the loaded modules.
afterAll(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Waits for imports in flight. Otherwise they would fail at the end of this file, and the next file would get their
  // failures.
  await vi.dynamicImportSettled()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
})

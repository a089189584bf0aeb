import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { closeToast, currentToasts } from '../../web/ui/toasts.ts'

// relay-test-utils was written for another runner, whose name for its mocks it expects.
Object.assign(globalThis, { jest: vi, IS_REACT_ACT_ENVIRONMENT: true })

/** The real ones, whatever a test puts in their place. */
const { setTimeout: begin, setImmediate: next } = globalThis

/**
 * Waits as Testing Library does, while React does not expect `act`. Besides, it waits for what React does after it has
 * drawn, such as listening to keys: on a busy machine that comes a turn later than what is seen in the document.
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

// Machines are slow now and then; what is waited for is an event, not a time.
configure({ asyncUtilTimeout: 20_000, asyncWrapper })

const endless = Symbol.for('keepsake.endlessFrames')

/** Frames come by an interval of jsdom, which ends when nothing is to be drawn. Begun while a test has timers of its own, it never comes. */
function keepFrames(): void {
  if (typeof document === 'undefined' || Reflect.has(document, endless)) return
  Reflect.set(document, endless, true)
  const { requestAnimationFrame: ask } = globalThis
  const again = () => void ask(again)
  again()
}
keepFrames()

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
  // What still waits for a photo to put focus on it gives up: one of the next test has the same id.
  if (typeof window !== 'undefined') window.dispatchEvent(new Event('wheel'))
})

// The next file shares the window and what is loaded.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
})

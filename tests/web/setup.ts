import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { preferences } from '../../web/startup/storage.ts'
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

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// A few files need no page.
if ('document' in globalThis) sharePage()
// Hooks run in the opposite order: this one first.
afterEach(cleanup)

/** Files share one page and its modules (vitest.config.ts): what a test did to these goes with it. */
function sharePage(): void {
  const leaving: Parameters<typeof removeEventListener>[] = []
  const listen = globalThis.addEventListener
  globalThis.addEventListener = (...[type, listener, options]: Parameters<typeof listen>) => {
    if (type === 'beforeunload' || type === 'pagehide') leaving.push([type, listener, options])
    listen.call(globalThis, type, listener, options)
  }
  const preferred = new Set<string>()
  const prefer = preferences.setItem
  preferences.setItem = (key, value) => {
    preferred.add(key)
    prefer(key, value)
  }
  afterEach(() => {
    for (const listener of leaving.splice(0)) removeEventListener(...listener)
    for (const { id } of currentToasts()) closeToast(id)
    // What storage did not take is kept by a module, until storage takes it.
    for (const key of preferred) prefer(key, '')
    localStorage.clear()
    sessionStorage.clear()
  })
  afterAll(() => {
    globalThis.addEventListener = listen
    preferences.setItem = prefer
    history.replaceState(null, '', '/')
  })
}

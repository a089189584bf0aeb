import { useEffect, useSyncExternalStore } from 'react'
import { Emitter } from '../app/Store.ts'

/** After this long (ms), the remaining code loads even if the first view is not shown yet. */
const longestMilliseconds = 4_000

/** The performance mark that the benches read. */
const firstViewMark = 'keepsake-first-view'

let isShown = false
const shown = new Emitter()

/** Records that the page's main content is on screen, so that the code that waited for it loads now. */
function markFirstView(): void {
  if (isShown) return
  isShown = true
  performance.mark(firstViewMark)
  shown.emit()
}

/** Whether the page's main content is on screen. */
export function useIsFirstViewShown(): boolean {
  return useSyncExternalStore(shown.subscribe, () => isShown)
}

/**
 * Marks the first view after 4 s at the latest. The root layout uses this, so that the remaining code also loads on a
 * page that never marks its first view.
 */
export function useFirstViewDeadline(): void {
  useEffect(() => {
    const timer = setTimeout(markFirstView, longestMilliseconds)
    return () => clearTimeout(timer)
  }, [])
}

/** Marks the first view of a page once `isOnScreen` says that its main content is shown. */
export function useMarkFirstView(isOnScreen: boolean): void {
  useEffect(() => {
    if (isOnScreen) markFirstView()
  }, [isOnScreen])
}

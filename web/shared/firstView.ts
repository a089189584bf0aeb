import { useEffect, useSyncExternalStore } from 'react'
import { Emitter } from '../app/Store.ts'

/** What is late does not hold back the rest for longer than this. */
const longestMilliseconds = 4_000

/** The mark by which measurements find the moment. */
const firstViewMark = 'keepsake-first-view'

let isShown = false
const shown = new Emitter()

/** Says that what the person came for is on screen: what could wait for that may load now. */
function markFirstView(): void {
  if (isShown) return
  isShown = true
  performance.mark(firstViewMark)
  shown.emit()
}

/** Whether what the person came for is on screen. */
export function useIsFirstViewShown(): boolean {
  return useSyncExternalStore(shown.subscribe, () => isShown)
}

/** For the root: a page that never says so does not hold back the rest for good. */
export function useFirstViewDeadline(): void {
  useEffect(() => {
    const timer = setTimeout(markFirstView, longestMilliseconds)
    return () => clearTimeout(timer)
  }, [])
}

/** For a page: what it is there for is on screen once this is true. */
export function useMarkFirstView(isOnScreen: boolean): void {
  useEffect(() => {
    if (isOnScreen) markFirstView()
  }, [isOnScreen])
}

import { Suspense, lazy, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import type { RangeSelector } from '../selection/RangeSelector.ts'
import { useSelection, useSelectionState } from '../selection/SelectionContext.ts'
import type { SelectionToolbarProps } from '../selection/SelectionToolbar.tsx'
import { GridContext } from './gridContext.ts'
import { useGridEvents } from './useGridEvents.ts'
import { ViewGrid } from './ViewGrid.ts'
import type { GridSource } from './ViewGrid.ts'
import styles from './GridView.module.css'

const loadBar = () => import('../selection/SelectionBar.tsx')
const loadTouches = () => import('../selection/followTouches.ts')
const SelectionBar = lazy(async () => ({ default: (await loadBar()).SelectionBar }))

export interface GridViewProps extends GridSource {
  /** What the view's toolbar does differently. */
  readonly toolbar?: SelectionToolbarProps
  readonly children: ReactNode
}

/**
 * What the collections of one view share: one tab stop, the keys, and the selection with its bar. Events of all photos
 * are heard here, once.
 */
export function GridView({ collections, idsOf, seek, toolbar, children }: GridViewProps) {
  const selection = useSelection()
  const { isActive } = useSelectionState(selection)
  const view = useMemo(() => new ViewGrid(selection), [selection])
  const container = useRef<HTMLDivElement>(null)
  const { range, ...events } = useGridEvents(view)
  useLayoutEffect(() => {
    view.follow({ collections, idsOf, seek }, container.current)
  })
  useTouches(container, range)
  return (
    <GridContext value={view}>
      <div ref={container} className={styles.view} data-selecting={isActive} {...events}>
        {isActive && (
          <Suspense fallback={null}>
            <SelectionBar
              {...toolbar}
              onSelectAll={() => selection.setAll(collections)}
              onEnd={() => view.active && view.focus(view.active)}
            />
          </Suspense>
        )}
        {children}
      </div>
    </GridContext>
  )
}

/** What begins to select, and what is seen then, is loaded once the photos are on screen. */
function useTouches(container: RefObject<HTMLElement | null>, range: RangeSelector): void {
  const isFirstViewShown = useIsFirstViewShown()
  useEffect(() => {
    if (!isFirstViewShown) return undefined
    const leaving = new AbortController()
    const load = async () => {
      const [{ followTouches }] = await Promise.all([loadTouches(), loadBar()])
      if (container.current && !leaving.signal.aborted) followTouches(container.current, range, leaving.signal)
    }
    // Without it one selects in the other ways.
    load().catch(() => undefined)
    return () => leaving.abort()
  }, [isFirstViewShown, container, range])
}

import { type ReactNode, type RefObject, Suspense, lazy, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsFirstViewShown } from '../../../../shared/firstView.ts'
import { useSelection, useSelectionState } from '../selection/SelectionContext.ts'
import type { SelectionToolbarProps } from '../../photo-actions/toolbar/SelectionToolbar.tsx'
import { GridContext } from './gridContext.ts'
import { type GridSource, ViewGrid } from './ViewGrid.ts'
import styles from './GridView.module.css'

const loadBar = () => import('../../photo-actions/toolbar/SelectionBar.tsx')
const SelectionBar = lazy(async () => ({ default: (await loadBar()).SelectionBar }))

export interface GridViewProps extends GridSource {
  /** What the view's toolbar does differently. */
  readonly toolbar?: SelectionToolbarProps
  readonly children: ReactNode
}

/**
 * What the collections of one view share: one tab stop, the keys, and the selection with its bar. Events of all photos
 * are heard by its element, once.
 */
export function GridView({ collections, idsOf, seek, toolbar, children }: GridViewProps) {
  const selection = useSelection()
  const { isActive } = useSelectionState(selection)
  const view = useMemo(() => new ViewGrid(selection), [selection])
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    view.follow({ collections, idsOf, seek }, container.current)
  })
  useListening(container, view)
  return (
    <GridContext value={view}>
      <div ref={container} className={styles.view} data-selecting={isActive}>
        {isActive && (
          <Suspense fallback={null}>
            <SelectionBar
              {...toolbar}
              onSelectAll={() => selection.setAll(collections)}
              onEnd={() => view.focus(view.active)}
            />
          </Suspense>
        )}
        {children}
        <div data-shield hidden className={styles.shield} />
      </div>
    </GridContext>
  )
}

/** What is made up for once photos are heard. */
const early = ['click', 'keydown'] as const

/** Keys, selecting, and what is seen while one selects come after the photos themselves. */
function useListening(container: RefObject<HTMLElement | null>, view: ViewGrid): void {
  const isFirstViewShown = useIsFirstViewShown()
  const missed = useRef<(MouseEvent | KeyboardEvent)[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let pressed = ''
    // Circles are seen before anything can be done with them, and so are the photos of a choice that the address begins,
    // and the photo that focus comes back to.
    const miss = (event: MouseEvent | KeyboardEvent) => {
      const photo = event.target instanceof Element && event.target.closest('[data-photo]')
      const key = 'key' in event ? event.key : ''
      // The click of Enter opens a photo, whatever is chosen.
      const isChoosing = key === ' ' || (!key && view.selection.purpose && pressed !== 'Enter')
      pressed = key
      if (photo && isChoosing) event.preventDefault()
      else if (photo || key) return
      missed.current.push(event)
    }
    for (const type of early) container.current?.addEventListener(type, miss, { signal })
    const load = async () => {
      const { listenToPhotos } = await import('./listenToPhotos.ts')
      if (!container.current || signal.aborted) return
      for (const type of early) container.current.removeEventListener(type, miss)
      listenToPhotos(container.current, view, signal, missed.current.splice(0))
      await loadBar()
      // A photo that is pressed opens without waiting for code.
      await Promise.all([import('../../preview/PreviewPage.tsx'), import('../../preview/loadPreview.ts')])
    }
    // Without it photos still open, and are selected by the month.
    if (isFirstViewShown) load().catch(() => undefined)
    return () => leaving.abort()
  }, [isFirstViewShown, container, view])
}

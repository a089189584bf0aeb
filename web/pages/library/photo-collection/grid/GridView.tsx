import { type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsFirstViewShown } from '../../../../shared/firstView.ts'
import { useSelection, useSelectionState } from '../selection/SelectionContext.ts'
import { useSelectionKeys } from '../selection/useSelectionKeys.ts'
import { GridContext, NextCodeContext, PrintNoteContext } from './gridContext.ts'
import { photoLinkOf } from './photoLinkOf.ts'
import { type GridSource, ViewGrid } from './ViewGrid.ts'
import { useOpenPhoto } from './useOpenPhoto.ts'
import styles from './GridView.module.css'

/**
 * Renders the bar that is shown while photos are selected.
 * @param end ends the selection, and puts focus back on a photo
 */
export type SelectionBarSlot = (end: () => void) => ReactNode

export interface GridViewProps extends GridSource {
  readonly selectionBar: SelectionBarSlot
  readonly children: ReactNode
}

/**
 * Provides what the collections of a view share: one tab stop, the keys and the selection. One element listens to the
 * events of all photos.
 */
export function GridView({ selectionBar, children, ...source }: GridViewProps) {
  const { collections } = source
  const selection = useSelection()
  const { isActive, purpose } = useSelectionState(selection)
  const renderPrintNote = use(PrintNoteContext)
  const view = useMemo(() => new ViewGrid(selection), [selection])
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    view.follow(source, container.current)
  })
  useListening(container, view)
  const openPhoto = useOpenPhoto()
  const end = () => {
    selection.stop()
    view.focus(view.active)
  }
  // The keys are handled here and not in the bar, because the code of the bar may still be loading.
  useSelectionKeys(({ key, ctrlKey, metaKey }) => {
    const isAll = key.toLowerCase() === 'a' && (ctrlKey || metaKey)
    if (!isActive || !(isAll || key === 'Escape')) return false
    if (isAll) selection.setAll(collections)
    else end()
    return true
  })
  return (
    <GridContext value={view}>
      {/* The browser makes the Enter key on a photo a click. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={container} className={styles.view} data-selecting={isActive} onClick={openPhoto}>
        {isActive && selectionBar(end)}
        <PrintNoteContext value={purpose === 'prints' ? renderPrintNote : null}>{children}</PrintNoteContext>
        <div data-shield hidden className={styles.shield} />
      </div>
    </GridContext>
  )
}

/** Whether the event is a key that moves focus between photos. With Alt, the browser handles the key. */
function movesFocus(event: MouseEvent | KeyboardEvent): boolean {
  return 'key' in event && !event.altKey && /^(Arrow|Home|End|Page)/.test(event.key)
}

/** Events that are recorded until the listeners are loaded. */
const early = ['click', 'keydown'] as const

/** After the first view is shown, loads the listeners for keys and selecting, then the code that is needed next. */
function useListening(container: RefObject<HTMLElement | null>, view: ViewGrid): void {
  const isFirstViewShown = useIsFirstViewShown()
  const loadNextCode = use(NextCodeContext)
  const missed = useRef<(MouseEvent | KeyboardEvent)[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let pressed = ''
    // Some elements can be pressed before the listeners are loaded: circles, the photos of a selection that the address
    // has started, and the photo that gets focus after the preview.
    const miss = (event: MouseEvent | KeyboardEvent) => {
      const photo = photoLinkOf(event.target)
      const key = 'key' in event ? event.key : ''
      // Enter opens a photo even while photos are selected: the click that Enter causes must not select.
      const isChoosing = key === ' ' || (!key && view.selection.purpose && pressed !== 'Enter')
      pressed = key
      if (photo && (isChoosing || movesFocus(event))) event.preventDefault()
      else if (photo || key) return
      missed.current.push(event)
    }
    for (const type of early) container.current?.addEventListener(type, miss, { signal })
    const load = async () => {
      const { listenToPhotos } = await import('./listenToPhotos.ts')
      if (!container.current || signal.aborted) return
      for (const type of early) container.current.removeEventListener(type, miss)
      listenToPhotos(container.current, view, signal, missed.current.splice(0))
      await loadNextCode()
    }
    // If this code does not load, photos can still be opened, and whole months can be selected.
    if (isFirstViewShown) load().catch(() => undefined)
    return () => leaving.abort()
  }, [isFirstViewShown, container, view, loadNextCode])
}

import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import { rowMatesOf } from '../viewport/collectionGeometry.ts'
import { GridSkeleton } from './GridSkeleton.tsx'
import { type SelectionBarSlot, GridView } from '../grid/GridView.tsx'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { CollectionsView } from './useCollectionsView.ts'
import styles from './CollectionsView.module.css'

export interface CollectionsFrameProps {
  readonly view: CollectionsView
  /** The order of the photos; not needed where the collections' ids imply it. */
  readonly sort?: PhotoSort
  /** Renders the bar that is shown while photos are selected. */
  readonly selectionBar: SelectionBarSlot
  /** The collections near the screen, and space for the others. */
  readonly children: ReactNode
}

/**
 * The element around the collections of a view. Empty frames are shown until all photos of the first screen are known.
 * Then all these photos appear at the same time. Titles and frames have their final places from the start, so nothing
 * moves.
 */
export function CollectionsFrame({ view, sort, selectionBar, children }: CollectionsFrameProps) {
  const { formatMessage } = useIntl()
  const { collections, memoryOf, container, layout, span, reveal, seek } = view
  return (
    <div className={styles.view} aria-busy={!reveal.isOpen}>
      {!reveal.isOpen && (
        <div className={styles.cover}>
          {span ? <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden> : <GridSkeleton />}
        </div>
      )}
      <div
        ref={container}
        className={styles.collections}
        // The height stays while collections are exchanged: a page that is short for a moment would lose its scroll
        // position.
        style={{ minHeight: layout.tops.at(-1) }}
        data-revealed={reveal.isOpen}
      >
        <GridView
          collections={collections}
          idsOf={(id) => memoryOf(id)?.ids ?? []}
          rowMates={(id) => rowMatesOf(layout, id)}
          sort={sort}
          seek={seek}
          selectionBar={selectionBar}
        >
          {children}
        </GridView>
      </div>
    </div>
  )
}

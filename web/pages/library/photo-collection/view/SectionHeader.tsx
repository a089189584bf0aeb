import { Suspense, lazy } from 'react'
import { useIntl } from 'react-intl'
import { useIsFirstViewShown } from '../../../../shared/firstView.ts'
import type { SelectableCollection } from '../selection/Selection.ts'
import { titleHeight } from '../viewport/collectionGeometry.ts'
import { titleId } from '../viewport/CollectionViewport.ts'
import styles from './SectionHeader.module.css'
import checkbox from './SelectAllCheckbox.module.css'

const SelectAllCheckbox = lazy(async () => ({ default: (await import('./SelectAllCheckbox.tsx')).SelectAllCheckbox }))

export interface SectionHeaderProps {
  readonly collection: SelectableCollection
  /** The label of the checkbox that selects all photos of the section. */
  readonly selectLabel: string
  /** Whether the section is directly below the bar of the page. */
  readonly isFirst: boolean
  /** The title. */
  readonly children: string
}

/** The title of a section of the library's photos, its number of photos, and its checkbox. */
export function SectionHeader({ collection, selectLabel, isFirst, children }: SectionHeaderProps) {
  const { formatMessage } = useIntl()
  const isFirstViewShown = useIsFirstViewShown()
  const { id, count } = collection
  return (
    <header data-first={isFirst} className={styles.header} style={{ height: titleHeight }}>
      <h2 id={titleId(id)} tabIndex={-1} className={styles.title}>
        {children}
      </h2>
      <label className={checkbox.control}>
        {isFirstViewShown && (
          <Suspense fallback={null}>
            <SelectAllCheckbox collection={collection} label={selectLabel} />
          </Suspense>
        )}
      </label>
      <span className={styles.count}>{formatMessage({ id: 'timeline.photosCount' }, { count })}</span>
    </header>
  )
}

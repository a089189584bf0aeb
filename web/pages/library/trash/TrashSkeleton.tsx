import { useIntl } from 'react-intl'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import actions from './TrashActions.module.css'
import list from './TrashList.module.css'
import item from './TrashListItem.module.css'
import styles from './TrashSkeleton.module.css'

const tiles = Array.from({ length: 12 }, (_, index) => index)

/** Shown until the trash is loaded, in the same space. */
export function TrashSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <div className={list.frame}>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <div className={actions.bar}>
        <Skeleton className={styles.button} />
        <Skeleton className={styles.button} />
      </div>
      <div className={list.list}>
        {tiles.map((tile) => (
          <div key={tile} className={item.item}>
            <Skeleton className={styles.tile} />
            <Skeleton className={styles.facts} />
          </div>
        ))}
      </div>
    </div>
  )
}

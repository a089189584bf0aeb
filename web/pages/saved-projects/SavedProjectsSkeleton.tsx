import { useIntl } from 'react-intl'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { projectsPerPage } from './projectsPerPage.ts'
import item from './SavedProjectListItem.module.css'
import list from './SavedProjectsList.module.css'
import styles from './SavedProjectsSkeleton.module.css'

const rows = Array.from({ length: projectsPerPage }, (_, index) => index)

/** Shown until the projects are loaded, in the same space. */
export function SavedProjectsSkeleton() {
  const { formatMessage } = useIntl()
  return (
    <>
      <output>
        <VisuallyHidden>{formatMessage({ id: 'common.loading' })}</VisuallyHidden>
      </output>
      <div className={list.position}>
        <Skeleton className={styles.position} />
      </div>
      <div className={list.list}>
        {rows.map((row) => (
          <div key={row} className={item.item}>
            <div className={item.cover}>
              <Skeleton className={styles.cover} />
            </div>
            <div className={item.about}>
              <Skeleton className={styles.title} />
              <Skeleton className={styles.facts} />
              <Skeleton className={classes(styles.facts, styles.dates)} />
              <Skeleton className={styles.facts} />
            </div>
            <div className={item.actions}>
              <Skeleton className={styles.button} />
            </div>
          </div>
        ))}
      </div>
    </>
  )
}

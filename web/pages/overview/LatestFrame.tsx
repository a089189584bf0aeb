import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../shared/AppLink.tsx'
import { timelinePath } from '../../shared/paths.ts'
import styles from './LatestPhotos.module.css'

/** The heading of the latest photos with its link, and the grid: the same for the photos and for their skeleton. */
export function LatestFrame({ children }: { readonly children: ReactNode }) {
  const { formatMessage } = useIntl()
  return (
    <section aria-labelledby="latest-photos" className={styles.section}>
      <div className={styles.header}>
        <h2 id="latest-photos" className={styles.title}>
          {formatMessage({ id: 'overview.latest' })}
        </h2>
        <AppLink to={timelinePath} className={styles.all}>
          {formatMessage({ id: 'overview.allPhotos' })}
        </AppLink>
      </div>
      {children}
    </section>
  )
}

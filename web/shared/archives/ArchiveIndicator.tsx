import { type CSSProperties, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { DownloadIcon } from '../../ui/icons.tsx'
import { AppLink } from '../AppLink.tsx'
import { downloadsPath } from '../paths.ts'
import styles from './ArchiveIndicator.module.css'
import { isRunning } from './Archives.ts'
import { useArchives, useArchivesSnapshot } from './useArchives.ts'

/** Paths without the indicator: full-screen views, and the list of downloads itself. */
const hiddenOn = new RegExp(`/preview/|^/editor|^${downloadsPath}`)

/** Shows the progress of the archives that are being made, and links to the list of downloads. */
export function ArchiveIndicator() {
  const { formatMessage } = useIntl()
  const { pathname } = useLocation()
  const { archives, requested } = useArchives()
  const running = useArchivesSnapshot(archives).archives.filter(isRunning)
  useEffect(() => {
    requested.repeatRequests()
    return archives.follow()
  }, [archives, requested])
  if (running.length === 0 || hiddenOn.test(pathname)) return null
  const share = running.reduce((sum, { progress }) => sum + progress, 0) / running.length
  return (
    <section aria-label={formatMessage({ id: 'menu.downloads' })}>
      <AppLink to={downloadsPath} className={styles.indicator}>
        {/* React's types lack custom properties. */}
        <span className={styles.ring} style={{ '--share': share } as CSSProperties}>
          <DownloadIcon size={18} />
        </span>
        <span className={styles.text}>
          {formatMessage({ id: 'downloads.preparingShare' }, { count: running.length, share })}
        </span>
      </AppLink>
    </section>
  )
}

import { type CSSProperties, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { DownloadIcon } from '../../ui/icons.tsx'
import { AppLink } from '../AppLink.tsx'
import { downloadsPath } from '../paths.ts'
import styles from './ArchiveIndicator.module.css'
import { isRunning } from './Archives.ts'
import { useArchives, useArchivesSnapshot } from './useArchives.ts'

/** Views that fill the window, and the list itself. */
const elsewhere = new RegExp(`/preview/|^/editor|^${downloadsPath}`)

/** Says that archives are being made and how far they are, and leads to the list of them. */
export function ArchiveIndicator() {
  const { formatMessage } = useIntl()
  const { pathname } = useLocation()
  const { archives, wanted } = useArchives()
  const running = useArchivesSnapshot(archives).archives.filter(isRunning)
  useEffect(() => {
    wanted.askAgain()
    return archives.follow()
  }, [archives, wanted])
  if (running.length === 0 || elsewhere.test(pathname)) return null
  const share = running.reduce((sum, { progress }) => sum + progress, 0) / running.length
  return (
    <section aria-label={formatMessage({ id: 'menu.downloads' })}>
      <AppLink to={downloadsPath} className={styles.indicator}>
        {/* React knows no custom properties. */}
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

import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { PeopleIcon } from '../../../ui/actionIcons.tsx'
import { classes } from '../../../ui/classes.ts'
import { hasContent } from '../../../ui/hasContent.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './AlbumCard.module.css'

export interface AlbumCardProps {
  readonly albumId: string
  /** Null while there is nothing to open yet. */
  readonly to: string | null
  readonly name: string
  readonly photosCount: number | null
  /** When it was made: an instant. */
  readonly created: string
  /** Its photo; else the page of an album without one is drawn. */
  readonly cover: ReactNode
  /** What stands on the cover. */
  readonly badge?: string | null
  /** What else there is to know. */
  readonly note?: string | null
  readonly menu?: ReactNode
}

/** An album in a list: its cover on a few pages, its name, how many photos it has, and when it was made. */
export function AlbumCard({ albumId, to, menu, ...content }: AlbumCardProps) {
  return (
    <li className={styles.item}>
      {to === null ? (
        <div className={classes(styles.card, styles.isComing)} aria-busy="true">
          <AlbumCardContent {...content} />
        </div>
      ) : (
        <AppLink to={to} className={styles.card} data-album={albumId}>
          <AlbumCardContent {...content} />
        </AppLink>
      )}
      {hasContent(menu) && <div className={styles.menu}>{menu}</div>}
    </li>
  )
}

function AlbumCardContent(props: Omit<AlbumCardProps, 'albumId' | 'to' | 'menu'>) {
  const { name, photosCount, created, cover, badge = null, note = null } = props
  const { formatDate, formatMessage } = useIntl()
  const date = formatDate(created, { day: '2-digit', month: 'short', year: 'numeric' })
  return (
    <>
      <span className={styles.pages}>
        <span className={styles.cover}>
          {hasContent(cover) ? cover : <span className={styles.placeholder} />}
          {badge !== null && (
            <span aria-hidden="true" className={styles.badge}>
              <PeopleIcon size={16} />
              {badge}
            </span>
          )}
        </span>
      </span>
      <Line className={styles.name}>{name}</Line>
      {/* It stands on the cover, and is read behind the name. */}
      {badge !== null && <VisuallyHidden>{badge},</VisuallyHidden>}{' '}
      {photosCount !== null && (
        <Line className={styles.fact}>{formatMessage({ id: 'albums.photos' }, { count: photosCount })}</Line>
      )}
      {note !== null && <Line className={styles.fact}>{note}</Line>}
      <span className={styles.fact}>{formatMessage({ id: 'albums.created' }, { date })}</span>
    </>
  )
}

/** A line of its own, which is read with a pause behind it. */
function Line({ className, children }: { readonly className: string | undefined; readonly children: string }) {
  return (
    <>
      <span className={className}>
        {children}
        <VisuallyHidden>,</VisuallyHidden>
      </span>{' '}
    </>
  )
}

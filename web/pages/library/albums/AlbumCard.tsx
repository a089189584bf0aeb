import { type ReactNode, Fragment } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { PeopleIcon } from '../../../ui/laterIcons.tsx'
import { classes } from '../../../ui/classes.ts'
import { hasContent } from '../../../ui/hasContent.ts'
import styles from './AlbumCard.module.css'

export interface AlbumCardProps {
  readonly albumId: string
  /** Null while the album is being created and cannot be opened. */
  readonly to: string | null
  readonly name: string
  readonly photosCount: number | null
  /** ISO 8601, with a time zone. */
  readonly created: string
  /** The cover photo; without one, an empty album page is drawn. */
  readonly cover: ReactNode
  /** A label on the cover. */
  readonly badge?: string | null
  /** An additional fact. */
  readonly note?: string | null
  readonly menu?: ReactNode
}

/** An album in a list: cover, name, number of photos, and creation date. */
export function AlbumCard(props: AlbumCardProps) {
  const { albumId, to, name, photosCount, created, cover, badge = null, note = null, menu } = props
  const { formatDate, formatMessage } = useIntl()
  const date = formatDate(created, { day: '2-digit', month: 'short', year: 'numeric' })
  const count = photosCount === null ? null : formatMessage({ id: 'albums.photos' }, { count: photosCount })
  const facts = [count, note, formatMessage({ id: 'albums.created' }, { date })].filter((fact) => fact !== null)
  const content = (
    <>
      <span className={styles.pages}>
        <span className={styles.cover}>{hasContent(cover) ? cover : <span className={styles.placeholder} />}</span>
      </span>
      <span className={styles.name}>{name}</span>{' '}
      {badge !== null && (
        <span className={styles.badge}>
          <PeopleIcon size={16} />
          {badge}
        </span>
      )}
      {facts.map((fact) => (
        <Fragment key={fact}>
          {/* The space keeps the visible text equal to the label, word by word (WCAG 2.5.3). */}{' '}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </>
  )
  // The visible text in its visible order. Screen readers pause at the commas, as between lines.
  const label = [name, badge, ...facts].filter((part) => part !== null).join(', ')
  return (
    <li className={styles.item}>
      {to === null ? (
        <div aria-busy="true" className={classes(styles.card, styles.isComing)}>
          {content}
        </div>
      ) : (
        <AppLink to={to} aria-label={label} className={styles.card} data-album={albumId}>
          {content}
        </AppLink>
      )}
      {hasContent(menu) && <div className={styles.menu}>{menu}</div>}
    </li>
  )
}

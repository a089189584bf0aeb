import { type ReactNode, Fragment } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { PeopleIcon } from '../../../ui/actionIcons.tsx'
import { classes } from '../../../ui/classes.ts'
import { hasContent } from '../../../ui/hasContent.ts'
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
          {/* Words by themselves, for whoever compares what is seen with what is read. */}{' '}
          <span className={styles.fact}>{fact}</span>
        </Fragment>
      ))}
    </>
  )
  // The same as is seen, in its order, with the pauses that lines make.
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

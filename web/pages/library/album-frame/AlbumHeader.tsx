import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { BackLink } from '../../../shared/page/BackLink.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import styles from './AlbumHeader.module.css'

export interface AlbumHeaderProps {
  /** The id of the element with the name, which labels the photos below. */
  readonly titleId: string
  readonly name: string
  /** What changes the name, beside it. */
  readonly rename?: ReactNode
  /** What is known of the album: each its own part of one line. */
  readonly facts: readonly ReactNode[]
  readonly actions?: ReactNode
}

/** The top of an album's page: the way back to all albums, its name, what it holds, and what can be done with all of it. */
export function AlbumHeader({ titleId, name, rename, facts, actions }: AlbumHeaderProps) {
  const { formatMessage } = useIntl()
  return (
    <header className={styles.header}>
      <nav aria-label={formatMessage({ id: 'album.trail' })} className={styles.trail}>
        <BackLink to={albumsPath}>{formatMessage({ id: 'album.breadcrumb' })}</BackLink>
      </nav>
      <div className={styles.name}>
        <h1 id={titleId} className={styles.title}>
          {name}
        </h1>
        {rename}
      </div>
      <ul className={styles.facts}>
        {facts.map((fact, index) => (
          // They are always the same ones, in the same order.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index}>{fact}</li>
        ))}
      </ul>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

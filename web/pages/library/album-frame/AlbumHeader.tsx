import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { BackLink } from '../../../shared/page/BackLink.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import styles from './AlbumHeader.module.css'

export interface AlbumHeaderProps {
  /** The id of the element with the name, which labels the photos. */
  readonly titleId: string
  readonly name: string
  /** A button beside the name that changes it. */
  readonly rename?: ReactNode
  /** Facts about the album, shown in one line. */
  readonly facts: readonly ReactNode[]
  readonly actions?: ReactNode
}

/** The header of an album's page: a link to all albums, the name, facts about the album, and its actions. */
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
          // Always the same facts in the same order.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index}>{fact}</li>
        ))}
      </ul>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

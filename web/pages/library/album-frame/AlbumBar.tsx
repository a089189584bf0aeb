import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../../shared/AppLink.tsx'
import { albumsPath } from '../../../shared/paths.ts'
import { classes } from '../../../ui/classes.ts'
import { ChevronLeftIcon } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { PageBar, broadClass, iconClass, wideClass } from '../page-bar/PageBar.tsx'
import { SelectButton } from '../photo-collection/selection/SelectButton.tsx'
import { SortDropdown } from '../photo-collection/sorting/SortDropdown.tsx'
import type { SortedView } from '../photo-collection/sorting/sortPreference.ts'
import styles from './AlbumBar.module.css'

export interface AlbumBarProps {
  /** The id of the element with the name, which labels the photos. */
  readonly titleId?: string
  /** Absent until the album is loaded. */
  readonly name?: string
  /** The button beside the name for renaming the album. */
  readonly rename?: ReactNode
  /** Facts about the album, shown in one line. */
  readonly facts?: readonly ReactNode[]
  /** The view whose photos can be sorted and selected; absent if the album has no photos. */
  readonly view?: SortedView | undefined
  /** The most important action. */
  readonly first?: ReactNode
  /** The other actions on the whole album. */
  readonly children?: ReactNode
}

/** The bar of an album's page: a link to all albums, the name, facts about the album, and the actions. */
export function AlbumBar({ titleId, name, rename, facts = [], view, first, children }: AlbumBarProps) {
  const { formatMessage } = useIntl()
  const title = (
    <div className={styles.title}>
      <nav aria-label={formatMessage({ id: 'album.trail' })}>
        <AppLink to={albumsPath} className={classes(iconClass, styles.back)}>
          <ChevronLeftIcon size={22} />
          <span>{formatMessage({ id: 'album.breadcrumb' })}</span>
        </AppLink>
      </nav>
      {name === undefined ? (
        <Skeleton className={styles.skeleton} />
      ) : (
        <div className={styles.texts}>
          <h1 id={titleId} className={styles.name}>
            {name}
          </h1>
          <ul className={styles.facts}>
            {facts.map((fact, index) => (
              // The index can be the key, because the list always has the same facts in the same order.
              // eslint-disable-next-line react/no-array-index-key
              <li key={index}>{fact}</li>
            ))}
          </ul>
        </div>
      )}
      {rename !== undefined && <div className={broadClass}>{rename}</div>}
    </div>
  )
  return (
    <PageBar title={title}>
      {view && (
        <div className={broadClass}>
          <SortDropdown view={view} className={iconClass} />
        </div>
      )}
      {first}
      {view && <SelectButton className={wideClass} />}
      {children}
    </PageBar>
  )
}

import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LibrarySummary_library$key } from '../../__generated__/LibrarySummary_library.graphql.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { albumsPath, timelinePath } from '../../shared/paths.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { ChevronRightIcon } from '../../ui/laterIcons.tsx'
import styles from './LibrarySummary.module.css'

const fragment = graphql`
  fragment LibrarySummary_library on PhotoLibrary {
    photosCount
    albumsCount
    sharedAlbumsCount @include(if: $hasSharedAlbums)
  }
`

export interface LibrarySummaryProps {
  readonly library: LibrarySummary_library$key
}

/** The counts of photos and albums, including shared albums; each count links to its page. */
export function LibrarySummary({ library }: LibrarySummaryProps) {
  const { photosCount, albumsCount, sharedAlbumsCount } = useFragment(fragment, library)
  const allAlbums = typeof albumsCount === 'number' ? albumsCount + (sharedAlbumsCount ?? 0) : null
  return <Counts photos={photosCount} albums={allAlbums} />
}

interface CountsProps {
  /** Null while the number is unknown. */
  readonly photos: number | null | undefined
  readonly albums: number | null
}

/** Shows the counts of photos and albums, even if a count is unknown. */
export function Counts({ photos, albums }: CountsProps) {
  const { formatMessage, formatNumber } = useIntl()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const ofPhotos = { to: timelinePath, count: photos, label: 'overview.photos' } as const
  const ofAlbums = { to: albumsPath, count: albums, label: 'overview.albums' } as const
  const entries = hasAlbums ? [ofPhotos, ofAlbums] : [ofPhotos]
  return (
    <ul className={styles.summary}>
      {entries.map(({ to, count, label }) => (
        <li key={to}>
          <AppLink to={to} className={styles.entry}>
            <span className={styles.count}>{typeof count === 'number' ? formatNumber(count) : '–'}</span>{' '}
            <span className={styles.label}>
              {formatMessage({ id: label }, { count: count ?? 0 })}
              <ChevronRightIcon size={18} />
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

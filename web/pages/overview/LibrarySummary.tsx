import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LibrarySummary_library$key } from '../../__generated__/LibrarySummary_library.graphql.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { albumsPath, timelinePath } from '../../shared/paths.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { ChevronRightIcon } from '../../ui/icons.tsx'
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
  const { formatMessage, formatNumber } = useIntl()
  const { photosCount, albumsCount, sharedAlbumsCount } = useFragment(fragment, library)
  const allAlbums = typeof albumsCount === 'number' ? albumsCount + (sharedAlbumsCount ?? 0) : null
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const photos = { to: timelinePath, count: photosCount, label: 'overview.photos' } as const
  const albums = { to: albumsPath, count: allAlbums, label: 'overview.albums' } as const
  const entries = hasAlbums ? [photos, albums] : [photos]
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

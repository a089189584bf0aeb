import { graphql, useFragment } from 'react-relay/hooks'
import { useIntl } from 'react-intl'
import type { LibraryTabs_library$key } from '../../__generated__/LibraryTabs_library.graphql.ts'
import { AppNavLink } from '../../shared/AppLink.tsx'
import { albumsPath, timelinePath } from '../../shared/paths.ts'
import { useFeature } from '../../shared/useFeature.ts'
import styles from './LibraryTabs.module.css'

const fragment = graphql`
  fragment LibraryTabs_library on PhotoLibrary {
    photosCount
    albumsCount
    sharedAlbumsCount @include(if: $hasSharedAlbums)
  }
`

export interface LibraryTabsProps {
  readonly library: LibraryTabs_library$key
}

/** The tabs Photos and Albums with their counts; shared albums count as albums. */
export function LibraryTabs({ library }: LibraryTabsProps) {
  const { photosCount, albumsCount, sharedAlbumsCount } = useFragment(fragment, library)
  const allAlbums = typeof albumsCount === 'number' ? albumsCount + (sharedAlbumsCount ?? 0) : null
  return <Tabs photosCount={photosCount ?? null} albumsCount={allAlbums} />
}

/** Shows the tabs until the counts are known. */
export function LibraryTabsWithoutCounts() {
  return <Tabs photosCount={null} albumsCount={null} />
}

interface TabsProps {
  readonly photosCount: number | null
  readonly albumsCount: number | null
}

function Tabs({ photosCount, albumsCount }: TabsProps) {
  const { formatMessage } = useIntl()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const photos = { to: timelinePath, label: formatMessage({ id: 'menu.photos' }), count: photosCount }
  const albums = { to: albumsPath, label: formatMessage({ id: 'menu.albums' }), count: albumsCount }
  const tabs = hasAlbums ? [photos, albums] : [photos]
  return (
    <nav aria-label={formatMessage({ id: 'library.title' })}>
      <ul className={styles.list}>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Tab {...tab} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ to, label, count }: { readonly to: string; readonly label: string; readonly count: number | null }) {
  const { formatNumber } = useIntl()
  return (
    <AppNavLink to={to} className={styles.tab}>
      {label} <span className={styles.count}>{count !== null && formatNumber(count)}</span>
    </AppNavLink>
  )
}

import { type CSSProperties, useEffect, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { useIntl } from 'react-intl'
import type { LibraryTabs_library$key } from '../../__generated__/LibraryTabs_library.graphql.ts'
import { AppNavLink } from '../../shared/AppLink.tsx'
import { albumsPath, timelinePath } from '../../shared/paths.ts'
import { useFeature } from '../../shared/useFeature.ts'
import { classes } from '../../ui/classes.ts'
import tab from '../../ui/Tab.module.css'
import { lastTabWidths, rememberTabWidths } from './tabWidths.ts'
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

/** The tabs without counts, which are shown until the counts are known. */
export function LibraryTabsWithoutCounts() {
  return <Tabs photosCount={null} albumsCount={null} />
}

interface TabsProps {
  readonly photosCount: number | null
  readonly albumsCount: number | null
}

function Tabs({ photosCount, albumsCount }: TabsProps) {
  const { formatMessage, formatNumber } = useIntl()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  // Read once, so that no tab moves while this view lasts.
  const [[photosWidth, albumsWidth]] = useState(lastTabWidths)
  const textOf = (count: number | null) => (count === null ? '' : formatNumber(count))
  const [photosText, albumsText] = [textOf(photosCount), textOf(albumsCount)] as const
  useEffect(() => {
    if (photosText && albumsText) rememberTabWidths([photosText.length, albumsText.length])
  }, [photosText, albumsText])
  const photos = {
    to: timelinePath,
    label: formatMessage({ id: 'menu.photos' }),
    count: photosText,
    width: photosWidth,
  }
  const albums = { to: albumsPath, label: formatMessage({ id: 'menu.albums' }), count: albumsText, width: albumsWidth }
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

interface TabProps {
  readonly to: string
  readonly label: string
  /** Empty until it is known. */
  readonly count: string
  /** The number of characters for which space is reserved, so that nothing moves when a shorter count arrives. */
  readonly width: number
}

function Tab({ to, label, count, width }: TabProps) {
  return (
    <AppNavLink to={to} className={classes(tab.tab, styles.tab)}>
      {label}{' '}
      <span className={styles.count} style={{ '--width': width } as CSSProperties}>
        {count}
      </span>
    </AppNavLink>
  )
}

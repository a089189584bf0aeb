import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { type PagedListProps, PagedList } from '../../../shared/paged-list/PagedList.tsx'
import { moreAlbums } from './albumPages.ts'
import { SkeletonCards } from './AlbumsSkeleton.tsx'
import styles from './AlbumsGrid.module.css'

export interface AlbumsGridProps extends Pick<PagedListProps, 'paging' | 'count' | 'failure' | 'isAutomatic'> {
  readonly children: ReactNode
}

/** Shows album cards side by side, and loads them page by page. */
export function AlbumsGrid(props: AlbumsGridProps) {
  const { formatMessage } = useIntl()
  return (
    <PagedList
      {...props}
      pageSize={moreAlbums}
      focusable="[data-album]"
      more={formatMessage({ id: 'albums.more' })}
      // As many placeholders as cards are loading, so that nothing moves when the cards arrive.
      skeleton={<SkeletonCards count={moreAlbums} />}
      className={styles.frame}
      listClassName={styles.grid}
    />
  )
}

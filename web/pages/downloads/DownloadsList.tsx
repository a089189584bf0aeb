import { useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { DownloadsListPaginationQuery } from '../../__generated__/DownloadsListPaginationQuery.graphql.ts'
import type { DownloadsList_viewer$key } from '../../__generated__/DownloadsList_viewer.graphql.ts'
import { useArchives, useArchivesSnapshot } from '../../shared/archives/useArchives.ts'
import { PagedList } from '../../shared/paged-list/PagedList.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DownloadListItem } from './DownloadListItem.tsx'
import styles from './DownloadsList.module.css'
import { downloadsPerPage } from './downloadsPerPage.ts'
import { NoDownloads } from './NoDownloads.tsx'

const fragment = graphql`
  fragment DownloadsList_viewer on Viewer
  @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" })
  @refetchable(queryName: "DownloadsListPaginationQuery") {
    downloads(first: $first, after: $after) @connection(key: "DownloadsList_downloads", filters: []) {
      edges {
        node {
          id
          ...DownloadListItem_download
        }
      }
    }
  }
`

export interface DownloadsListProps {
  readonly viewer: DownloadsList_viewer$key
  readonly onRetry: () => void
  /** Fetches at least the first `count` downloads again. */
  readonly onRefresh: (count: number) => void
}

/**
 * Lists the archives, newest first. The list is updated when other tabs or devices request archives, and when archives
 * expire.
 */
export function DownloadsList({ viewer, onRetry, onRefresh }: DownloadsListProps) {
  const { formatMessage } = useIntl()
  const paging = usePaginationFragment<DownloadsListPaginationQuery, DownloadsList_viewer$key>(fragment, viewer)
  // The node of an archive that was deleted meanwhile is null.
  const downloads = paging.data.downloads?.edges.flatMap(({ node }) => node ?? [])
  const count = downloads?.length ?? 0
  useArchiveChanges(() => onRefresh(count))
  const failure = formatMessage({ id: 'downloads.loadFailed' })
  if (!downloads) return <ErrorState message={failure} onRetry={onRetry} />
  if (count === 0) return <NoDownloads />
  return (
    <PagedList
      paging={paging}
      count={count}
      pageSize={downloadsPerPage}
      focusable="[data-download]"
      more={formatMessage({ id: 'downloads.more' })}
      failure={failure}
      className={styles.frame}
      listClassName={styles.list}
    >
      {downloads.map((download) => (
        <DownloadListItem key={download.id} download={download} />
      ))}
    </PagedList>
  )
}

/** Calls back whenever the state of an archive has changed. */
function useArchiveChanges(changed: () => void): void {
  const { archives } = useArchives()
  const { version } = useArchivesSnapshot(archives)
  const shown = useRef(version)
  useEffect(() => archives.follow(), [archives])
  const onChange = useEffectEvent(changed)
  useEffect(() => {
    if (shown.current === version) return
    shown.current = version
    onChange()
  }, [version])
}

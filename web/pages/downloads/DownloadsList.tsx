import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { DownloadsListPaginationQuery } from '../../__generated__/DownloadsListPaginationQuery.graphql.ts'
import type { DownloadsList_viewer$key } from '../../__generated__/DownloadsList_viewer.graphql.ts'
import { useArchives, useArchivesSnapshot } from '../../shared/archives/useArchives.ts'
import { Button } from '../../ui/Button.tsx'
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

/** The archives, newest first. The list follows what other tabs and devices request, and what expires. */
export function DownloadsList({ viewer, onRetry, onRefresh }: DownloadsListProps) {
  const { formatMessage } = useIntl()
  const { data, hasNext, isLoadingNext, loadNext } = usePaginationFragment<
    DownloadsListPaginationQuery,
    DownloadsList_viewer$key
  >(fragment, viewer)
  const [hasFailed, setFailed] = useState(false)
  // One that is gone is null.
  const downloads = data.downloads?.edges.flatMap(({ node }) => node ?? [])
  const count = downloads?.length ?? 0
  useArchiveChanges(() => onRefresh(count))
  const [list, goOnFrom] = useFocusOnMore(count)
  if (!downloads) return <ErrorState message={formatMessage({ id: 'downloads.loadFailed' })} onRetry={onRetry} />
  if (count === 0) return <NoDownloads />
  const more = () => {
    setFailed(false)
    goOnFrom(count)
    loadNext(downloadsPerPage, { onComplete: (error) => setFailed(error !== null) })
  }
  return (
    <div className={styles.frame} aria-busy={isLoadingNext}>
      <ul ref={list} className={styles.list}>
        {downloads.map((download) => (
          <DownloadListItem key={download.id} download={download} />
        ))}
      </ul>
      {hasFailed && <ErrorState message={formatMessage({ id: 'downloads.loadFailed' })} onRetry={more} />}
      {hasNext && !hasFailed && (
        <Button className={styles.more} isPending={isLoadingNext} onPress={more}>
          <FormattedMessage id="downloads.more" />
        </Button>
      )}
    </div>
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

/** Whoever asks for more goes on with the first of them. */
function useFocusOnMore(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    list.current?.querySelectorAll<HTMLElement>('[data-download]')[from.current]?.focus()
    from.current = null
  }, [count])
  return [list, (index: number) => void (from.current = index)] as const
}

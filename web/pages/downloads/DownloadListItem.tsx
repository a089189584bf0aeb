import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type {
  DownloadListItem_download$data,
  DownloadListItem_download$key,
} from '../../__generated__/DownloadListItem_download.graphql.ts'
import { findArchiveUrl } from '../../shared/archives/findArchiveUrl.ts'
import { useArchives } from '../../shared/archives/useArchives.ts'
import { FileDownload } from '../../shared/fileDownload/FileDownload.tsx'
import { useFileSize } from '../../shared/fileSize.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './DownloadListItem.module.css'

const fragment = graphql`
  fragment DownloadListItem_download on Download {
    id
    downloadId
    name
    state
    progress
    photosCount
    missingCount
    size
    created
    expires
  }
`

const dayMilliseconds = 24 * 3_600_000

export interface DownloadListItemProps {
  readonly download: DownloadListItem_download$key
}

/** Shows an archive: its content, its progress, its expiry and the download of its file. */
export function DownloadListItem({ download: key }: DownloadListItemProps) {
  const download = useFragment(fragment, key)
  const title = useTitle(download)
  const facts = useFacts(download)
  const daysLeft = daysUntil(download.expires)
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <h2 tabIndex={-1} data-download="" className={styles.title}>
          {title}
        </h2>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {(download.missingCount ?? 0) > 0 && (
          <p className={styles.missing}>
            <FormattedMessage id="downloads.missing" values={{ count: download.missingCount }} />
          </p>
        )}
        {download.state === 'FINISHED' && daysLeft !== null && (
          <p className={styles.facts}>
            <FormattedMessage id="downloads.expires" values={{ days: daysLeft }} />
          </p>
        )}
      </div>
      <div className={styles.state}>
        <State download={download} title={title} isOver={daysLeft === 0} />
      </div>
    </li>
  )
}

interface StateProps {
  readonly download: DownloadListItem_download$data
  readonly title: string
  readonly isOver: boolean
}

function State({ download, title, isOver }: StateProps) {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const { id, downloadId, state, progress, size, expires } = download
  if (state === 'STARTED') {
    const label = formatMessage({ id: 'downloads.preparingShare' }, { count: 1, share: progress })
    return (
      <>
        <p className={styles.progress}>{label}</p>
        <ProgressBar
          label={formatMessage({ id: 'downloads.preparingNamed' }, { name: title })}
          value={100 * progress}
        />
      </>
    )
  }
  if (state === 'ERROR') return <Failed downloadId={downloadId} title={title} />
  if (isOver) return null
  const findUrl = () => findArchiveUrl(environment, id)
  return (
    <FileDownload
      file={{ key: downloadId, fileName: `${downloadId}.zip`, size: size ?? null, expires: expires ?? null, findUrl }}
      failure={<FormattedMessage id="download.failed" />}
    />
  )
}

/**
 * Shows that an archive failed. The tab that requested it knows its photos and can retry; other tabs say where to
 * request it again.
 */
function Failed({ downloadId, title }: { readonly downloadId: string; readonly title: string }) {
  const retry = useArchives().requested.retry(downloadId)
  return (
    <>
      <p className={styles.failed}>
        <FormattedMessage id="downloads.failed" />
      </p>
      {retry ? (
        <Button onPress={retry}>
          <FormattedMessage id="common.retry" /> <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      ) : (
        <p className={styles.facts}>
          <FormattedMessage id="downloads.askAgain" />
        </p>
      )}
    </>
  )
}

function useTitle({ name, photosCount }: DownloadListItem_download$data): string {
  const { formatMessage } = useIntl()
  if (name) return name
  if (typeof photosCount !== 'number') return formatMessage({ id: 'downloads.unnamed' })
  return formatMessage({ id: 'timeline.photosCount' }, { count: photosCount })
}

function useFacts({ name, photosCount, size, created }: DownloadListItem_download$data): readonly string[] {
  const { formatMessage, formatDate } = useIntl()
  const fileSize = useFileSize()
  const count = photosCount ?? null
  return [
    // Without a name, the count is the title.
    ...(name && count !== null ? [formatMessage({ id: 'timeline.photosCount' }, { count })] : []),
    ...(typeof size === 'number' ? [fileSize(size)] : []),
    ...(created ? [formatDate(created, { ...dayFormat, hour: '2-digit', minute: '2-digit' })] : []),
  ]
}

const dayFormat = { day: '2-digit', month: 'short', year: 'numeric' } as const

/** The days until the expiry, rounded up; 0 after the expiry, null if the expiry is unknown. */
function daysUntil(expires: string | null | undefined): number | null {
  return expires ? Math.max(0, Math.ceil((Date.parse(expires) - Date.now()) / dayMilliseconds)) : null
}

import type { IntlShape } from 'react-intl'
import { showToast } from '../../ui/toasts.ts'
import { AppLink } from '../AppLink.tsx'
import { downloadsPath } from '../paths.ts'
import { type Wait, tooManyDownloads } from './tooManyDownloads.ts'

/** A notice about an archive that this tab has requested. */
export type ArchiveNotice =
  /** The service makes the archive. */
  { readonly kind: 'preparing' } | DownloadingArchive | FailedDownload | BusyArchive

/**
 * `archiveFailed`: the service could not make the archive. `downloadFailed`: the request for the archive failed, or its
 * file could not be downloaded.
 */
interface FailedDownload {
  readonly kind: 'archiveFailed' | 'downloadFailed'
  readonly onRetry: (() => void) | null
  /** The number of requested photos, if none of them is still in the user's library. */
  readonly goneCount?: number
}

/** The rate limit was exceeded. */
interface BusyArchive extends Wait {
  readonly kind: 'busy'
  readonly onRetry: (() => void) | null
}

/** The browser has started to download the file. */
interface DownloadingArchive {
  readonly kind: 'downloading'
  readonly url: string
  readonly fileName: string
  /** The number of photos that no longer existed when the archive was made. */
  readonly missingCount: number
}

/** Shows a notice as a toast. Returns a function that closes it. */
export function showArchiveNotice(intl: IntlShape, notice: ArchiveNotice): () => void {
  if (notice.kind === 'preparing') return showPreparing(intl)
  if (notice.kind === 'downloading') return showDownloading(intl, notice)
  const { formatMessage } = intl
  const message =
    notice.kind === 'busy'
      ? tooManyDownloads(intl, notice)
      : formatMessage({ id: notice.kind === 'archiveFailed' ? 'downloads.failed' : 'download.failed' })
  const action = notice.onRetry && { label: formatMessage({ id: 'common.retry' }), onPress: notice.onRetry }
  const count = notice.kind === 'busy' ? undefined : notice.goneCount
  const details = count === undefined ? [] : [formatMessage({ id: 'copyToAlbum.gone' }, { count })]
  return showToast({ kind: 'error', message, details, ...(action && { action }) }).close
}

function showPreparing({ formatMessage }: IntlShape): () => void {
  const message = formatMessage({ id: 'downloads.preparing' })
  const list = <AppLink to={downloadsPath}>{formatMessage({ id: 'downloads.showAll' })}</AppLink>
  const content = (
    <>
      {message} {list}
    </>
  )
  return showToast({ kind: 'info', message, content, timeout: 5_000 }).close
}

/** Says that the download has started, with a link for browsers that block automatic downloads. */
function showDownloading(
  { formatMessage }: IntlShape,
  { url, fileName, missingCount }: DownloadingArchive,
): () => void {
  const message = formatMessage({ id: 'downloads.downloading' })
  const content = (
    <>
      {message}{' '}
      <a href={url} download={fileName}>
        {formatMessage({ id: 'downloads.save' })}
      </a>
    </>
  )
  const details = missingCount > 0 ? [formatMessage({ id: 'downloads.missing' }, { count: missingCount })] : []
  return showToast({ kind: 'success', message, content, details }).close
}

import type { IntlShape } from 'react-intl'
import { showToast } from '../../ui/toasts.ts'
import { AppLink } from '../AppLink.tsx'
import { downloadsPath } from '../paths.ts'
import { type Wait, tooManyDownloads } from './tooManyDownloads.ts'

/** A notice about an archive that this tab has requested. */
export type ArchiveNotice =
  | { readonly kind: 'started' }
  | SavedArchive
  /** `failed`: it could not be made. `lost`: the request failed, or the file could not be downloaded. */
  | { readonly kind: 'failed' | 'lost'; readonly onRetry: (() => void) | null }
  | BusyArchive

/** The rate limit was exceeded. */
interface BusyArchive extends Wait {
  readonly kind: 'busy'
  readonly onRetry: (() => void) | null
}

/** The browser's download of the file has been started. */
interface SavedArchive {
  readonly kind: 'saved'
  readonly url: string
  readonly fileName: string
  /** The number of photos that no longer existed when the archive was made. */
  readonly missingCount: number
}

/** Shows a notice as a toast. Returns a function that closes it. */
export function showArchiveNotice(intl: IntlShape, notice: ArchiveNotice): () => void {
  if (notice.kind === 'started') return showStarted(intl)
  if (notice.kind === 'saved') return showSaved(intl, notice)
  const { formatMessage } = intl
  const message =
    notice.kind === 'busy'
      ? tooManyDownloads(intl, notice)
      : formatMessage({ id: notice.kind === 'failed' ? 'downloads.failed' : 'download.failed' })
  const action = notice.onRetry && { label: formatMessage({ id: 'common.retry' }), onPress: notice.onRetry }
  return showToast({ kind: 'error', message, ...(action && { action }) }).close
}

function showStarted({ formatMessage }: IntlShape): () => void {
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
function showSaved({ formatMessage }: IntlShape, { url, fileName, missingCount }: SavedArchive): () => void {
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

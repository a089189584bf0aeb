import type { IntlShape } from 'react-intl'
import { showToast } from '../../ui/toasts.ts'
import { AppLink } from '../AppLink.tsx'
import { downloadsPath } from '../paths.ts'
import { type Wait, tooManyDownloads } from './tooManyDownloads.ts'

/** What became of an archive that this tab has asked for. */
export type ArchiveNotice =
  /** It is being made. */
  | { readonly kind: 'started' }
  | SavedArchive
  /** It could not be made; `lost`: it could not be asked for, or its file could not be had. */
  | { readonly kind: 'failed' | 'lost'; readonly onRetry: (() => void) | null }
  | BusyArchive

/** Too much was asked for in a short time. */
interface BusyArchive extends Wait {
  readonly kind: 'busy'
  readonly onRetry: (() => void) | null
}

/** A file that the browser was told to download. */
interface SavedArchive {
  readonly kind: 'saved'
  readonly url: string
  readonly fileName: string
  /** How many of the photos were gone when it was made. */
  readonly missingCount: number
}

/** Tells the customer by a toast. Returns what takes it away. */
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

/** Whoever's browser does not let pages download by themselves has the link. */
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

import type { IntlShape } from 'react-intl'
import { showToast } from '../../ui/toasts.ts'
import { AppLink } from '../AppLink.tsx'
import { downloadsPath } from '../paths.ts'

/** An archive is being made. */
export function tellStarted({ formatMessage }: IntlShape): void {
  const message = formatMessage({ id: 'downloads.preparing' })
  const list = <AppLink to={downloadsPath}>{formatMessage({ id: 'downloads.showAll' })}</AppLink>
  showToast({
    kind: 'info',
    message,
    content: (
      <>
        {message} {list}
      </>
    ),
    timeout: 5_000,
  })
}

/** A file that the browser was told to download. */
export interface SavedArchive {
  readonly url: string
  readonly fileName: string
  /** How many of the photos were gone when it was made. */
  readonly missingCount: number
}

/** It is being downloaded. Whoever's browser does not let pages do that by themselves has the link. */
export function tellSaved({ formatMessage }: IntlShape, { url, fileName, missingCount }: SavedArchive): void {
  const message = formatMessage({ id: 'downloads.downloading' })
  showToast({
    kind: 'success',
    message,
    content: (
      <>
        {message}{' '}
        <a href={url} download={fileName}>
          {formatMessage({ id: 'downloads.save' })}
        </a>
      </>
    ),
    details: missingCount > 0 ? [formatMessage({ id: 'downloads.missing' }, { count: missingCount })] : [],
  })
}

/** The archive could not be made. */
export function tellFailed(intl: IntlShape, onRetry: () => void): void {
  showError(intl, 'downloads.failed', onRetry)
}

/** It could not be asked for, or its file could not be had. */
export function tellNotDownloaded(intl: IntlShape, onRetry: (() => void) | null): void {
  showError(intl, 'download.failed', onRetry)
}

function showError({ formatMessage }: IntlShape, id: string, onRetry: (() => void) | null): void {
  const action = onRetry && { label: formatMessage({ id: 'common.retry' }), onPress: onRetry }
  showToast({ kind: 'error', message: formatMessage({ id }), ...(action && { action }) })
}

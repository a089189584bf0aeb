import type { IntlShape } from 'react-intl'
import { fileSizeText } from '../../../shared/fileSize.ts'
import type { UploadAlbum } from '../../../shared/uploadContext.ts'
import { countWithoutPicture, isActive } from './uploadSnapshot.ts'
import type { AlbumState, UploadFailure, UploadItem, UploadSnapshot } from './uploadTypes.ts'

const failureMessages: Readonly<Record<UploadFailure, string>> = {
  UNSUPPORTED_TYPE: 'upload.failure.unsupportedType',
  DAMAGED_FILE: 'upload.failure.damagedFile',
  EMPTY_FILE: 'upload.failure.emptyFile',
  TOO_MANY_PIXELS: 'upload.failure.tooManyPixels',
  FILE_TOO_LARGE: 'upload.failure.fileTooLarge',
  CHOOSE_AGAIN: 'upload.failure.chooseAgain',
  UNREADABLE_FILE: 'upload.failure.unreadableFile',
  CONNECTION_LOST: 'upload.failure.connectionLost',
  SERVICE_UNAVAILABLE: 'upload.failure.serviceUnavailable',
  SIGNED_OUT: 'upload.waiting.signIn',
  QUOTA_EXCEEDED: 'upload.failure.quotaExceeded',
  SIGN_IN_FIRST: 'upload.failure.signInFirst',
  EXPIRED: 'upload.failure.expired',
  REFUSED: 'upload.failure.refused',
}

/**
 * Maximum progress shown before storage has confirmed the file. The browser also counts bytes that are still buffered:
 * several MB on a slow connection, which may be a whole photo.
 */
const maximumUnconfirmed = 0.99

/** The text of a file's state. */
export function itemStatus(item: UploadItem, intl: IntlShape): string {
  const { formatMessage } = intl
  switch (item.state) {
    case 'chosen':
      return fileSizeText(item.size, intl)
    case 'uploading':
      return sendingStatus(item, intl)
    case 'failed':
      return formatMessage({ id: failureMessages[item.failure ?? 'REFUSED'] })
    case 'queued':
      return formatMessage({ id: 'upload.state.queued' })
    case 'processing':
      return isKept(item) ? formatMessage({ id: 'upload.state.processing' }) : sendingStatus(item, intl)
    case 'kept':
      return formatMessage({ id: 'upload.state.kept' })
    case 'added':
      return formatMessage({ id: item.hasPicture ? 'upload.state.added' : 'upload.state.notShown' })
    case 'duplicate':
      return formatMessage({ id: 'upload.state.duplicate' })
    case 'cancelled':
      return formatMessage({ id: 'upload.state.cancelled' })
  }
}

function sendingStatus({ isWaiting, bytesSent, size }: UploadItem, intl: IntlShape): string {
  const { formatMessage } = intl
  if (isWaiting) return formatMessage({ id: 'upload.state.waiting' })
  const share = Math.min(bytesSent / size, maximumUnconfirmed)
  return formatMessage({ id: 'upload.state.uploading' }, { share, size: fileSizeText(size, intl) })
}

/** Whether storage has answered that it keeps the file. */
function isKept({ imageId }: UploadItem): boolean {
  return imageId !== null
}

/** How many photos are chosen, and their size. */
export function chosenText({ items }: UploadSnapshot, intl: IntlShape): string {
  const chosen = items.filter(({ state }) => state === 'chosen')
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  return intl.formatMessage({ id: 'upload.chosen' }, { count: chosen.length, size: fileSizeText(bytes, intl) })
}

/** Says why chosen files are missing from the list; empty if none is missing. */
export function choiceNote({ leftOut, isNoneFound }: UploadSnapshot, { formatMessage }: IntlShape): string {
  if (isNoneFound) return formatMessage({ id: 'upload.noneFound' })
  return leftOut > 0 ? formatMessage({ id: 'upload.leftOut' }, { count: leftOut }) : ''
}

/** How many photos are stored, and the total without failed and cancelled ones. */
export function progressCounts({ counts }: UploadSnapshot): { done: number; total: number } {
  const done = counts.added + counts.duplicate + counts.kept
  return { done, total: done + counts.queued + counts.uploading + counts.processing }
}

/** The progress by bytes, in whole percent. */
export function progressPercent({ items, bytesDone, bytesTotal }: UploadSnapshot): number {
  if (bytesTotal === 0) return 0
  const maximum = items.some((item) => isActive(item) && !isKept(item)) ? maximumUnconfirmed : 1
  return Math.floor(Math.min(bytesDone / bytesTotal, maximum) * 100)
}

/**
 * The note beside the progress. While uploads are interrupted: the reason. After the last byte: the number of photos in
 * processing, because the remaining time is then unknown. Otherwise: the remaining time; empty while it is unknown.
 */
export function progressNote(snapshot: UploadSnapshot, { formatMessage }: IntlShape): string {
  const { items, waitingFor, counts, minutesLeft } = snapshot
  if (waitingFor === 'connection') return formatMessage({ id: 'upload.waiting.connection' })
  if (waitingFor === 'service') return formatMessage({ id: 'upload.waiting.service' })
  if (waitingFor === 'signIn') return formatMessage({ id: 'upload.waiting.signIn' })
  if (counts.processing > 0 && items.every((item) => !isActive(item) || isKept(item)))
    return formatMessage({ id: 'upload.processing' }, { count: counts.processing })
  if (minutesLeft === null) return ''
  if (minutesLeft < 90) return formatMessage({ id: 'upload.minutesLeft' }, { minutes: minutesLeft })
  return formatMessage({ id: 'upload.hoursLeft' }, { hours: Math.round(minutesLeft / 60) })
}

/** The results: one sentence per outcome that occurred, and one or two per album. */
export function receiptLines(snapshot: UploadSnapshot, { formatMessage }: IntlShape): string[] {
  const { items, counts } = snapshot
  // Keep this order: the text of `upload.receipt.notShown` says "of them" and means the added photos of the
  // previous line.
  const amounts = [
    ['upload.receipt.kept', counts.kept],
    ['upload.receipt.added', counts.added],
    ['upload.receipt.notShown', countWithoutPicture(snapshot)],
    ['upload.receipt.duplicate', counts.duplicate],
    ['upload.receipt.failed', counts.failed],
    ['upload.receipt.cancelled', counts.cancelled],
  ] as const
  const ofLibrary = amounts.filter(([, count]) => count > 0).map(([id, count]) => formatMessage({ id }, { count }))
  const ofAlbums = [...Map.groupBy(items, ({ album }) => album?.id).values()].flatMap((inAlbum) => {
    const line = (id: string, albumState: AlbumState) => {
      const count = inAlbum.filter((item) => item.albumState === albumState).length
      return count === 0 ? [] : [formatMessage({ id }, { count, album: inAlbum[0]?.album?.name ?? '' })]
    }
    return [...line('upload.receipt.album', 'done'), ...line('upload.receipt.albumFailed', 'failed')]
  })
  return [...ofLibrary, ...ofAlbums]
}

/** The album to which all items are uploaded; null if there is none or more than one. */
export function commonAlbum(items: readonly UploadItem[]): UploadAlbum | null {
  const album = items[0]?.album ?? null
  return items.every((item) => item.album?.id === album?.id) ? album : null
}

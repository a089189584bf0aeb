import { useIntl } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { needsProgress } from '../photo-tasks/inThreeAttempts.ts'
import type { PhotosToCopy } from './PhotosToCopy.ts'
import { albumAdditionsOf } from './AlbumAdditions.tsx'
import type { TargetAlbum } from './useCopyToAlbum.ts'

/**
 * Copies photos that were dropped on an album. There is no dialog, so a toast shows the progress of collecting their
 * ids.
 * @param onCopied called when copying has started
 */
export function useCopyDropped(onCopied: () => void): (photos: PhotosToCopy, album: TargetAlbum) => Promise<void> {
  const { formatMessage } = useIntl()
  const session = useSession()
  const additions = albumAdditionsOf(session)
  return async ({ amount, collect }, { id, name }) => {
    const progressOf = (done: number) => ({
      message: formatMessage({ id: 'tasks.collecting' }, { done, total: amount }),
      progress: done / amount,
    })
    const toast = needsProgress(amount) ? showToast({ kind: 'info', timeout: null, ...progressOf(0) }) : null
    try {
      const photoIds = await collect({ onProgress: (done) => toast?.change(progressOf(done)) })
      additions.addToAlbum({ albumId: id, albumName: name, photoIds })
      onCopied()
    } catch {
      showToast({ kind: 'error', message: formatMessage({ id: 'albums.saveFailed' }) })
    }
    toast?.close()
  }
}

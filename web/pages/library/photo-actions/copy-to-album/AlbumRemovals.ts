import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { perSession } from '../../../../app/Session.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { hiddenPhotosOf, type HiddenPhotos } from '../../photo-collection/hidden/HiddenPhotos.ts'
import { needsProgress } from '../photo-tasks/inThreeAttempts.ts'
import { namesOf } from '../photo-tasks/namesOf.ts'
import { photoTasksOf, type PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { AlbumWork, blockerMessages } from './AlbumWork.ts'
import { ExpectedCount } from './ExpectedCount.ts'
import { removeChunk } from './removeChunk.ts'

export interface AlbumRemoval {
  readonly albumId: string
  readonly photoIds: readonly string[]
}

export interface AlbumRemovalsOptions {
  readonly environment: IEnvironment
  readonly intl: IntlShape
  readonly tasks: PhotoTasks
  readonly hidden: HiddenPhotos
}

interface OpenRemoval extends AlbumRemoval {
  readonly endUndo: () => void
}

/**
 * Removes photos from albums, whatever view is open. The photos are hidden at once and a toast offers Undo. When the
 * toast closes, the photos are removed. Photos that could not be removed appear again, and a toast names them.
 */
export class AlbumRemovals {
  readonly #options: AlbumRemovalsOptions
  readonly #open = new Set<OpenRemoval>()

  constructor(options: AlbumRemovalsOptions) {
    this.#options = options
  }

  /** Hides photos in an album and removes them from it, unless the user presses Undo. They stay in the library. */
  removeFromAlbum({ albumId, photoIds: given }: AlbumRemoval): void {
    const { environment, intl, tasks, hidden } = this.#options
    const pending = new Set([...this.#open].flatMap((other) => (other.albumId === albumId ? other.photoIds : [])))
    const photoIds = [...new Set(given).difference(pending)]
    if (photoIds.length === 0) return
    hidden.hide(albumId, photoIds)
    const count = new ExpectedCount(environment, albumId, -photoIds.length)
    const work = new AlbumWork(photoIds, (ids) => removeChunk(environment, { albumId, photoIds: ids, count }))
    const text = (id: string) => intl.formatMessage({ id }, { count: photoIds.length })
    const endUndo = tasks.begin({
      photoIds,
      undo: { message: text('removeFromAlbum.done'), undone: text('removeFromAlbum.undone') },
      progress: (done, total) => intl.formatMessage({ id: 'removeFromAlbum.progress' }, { done, total }),
      send: (chunk) => work.send(chunk),
      onEnd: (result) => {
        this.#open.delete(open)
        count.end()
        hidden.show(albumId, work.left)
        if (result) hidden.settle(albumId, [...new Set(photoIds).difference(new Set(work.left))])
        // If the album was deleted meanwhile, the photos are no longer in it either.
        if (!result || work.blocker === 'missing') return
        if (work.left.length > 0) this.#showFailure(albumId, photoIds.length, work)
        else if (needsProgress(photoIds.length)) showToast({ kind: 'success', message: text('removeFromAlbum.done') })
      },
    })
    const open = { albumId, photoIds, endUndo }
    this.#open.add(open)
  }

  /** Starts the pending removals of an album now, by ending their Undo period. */
  finish(albumId: string): void {
    for (const open of this.#open) if (open.albumId === albumId) open.endUndo()
  }

  #showFailure(albumId: string, amount: number, { left, blocker }: AlbumWork): void {
    const { environment, intl } = this.#options
    const reason = blocker ? blockerMessages[blocker] : 'tasks.retriesExceeded'
    showToast({
      kind: 'error',
      message: intl.formatMessage({ id: amount === 1 ? 'removeFromAlbum.oneFailed' : 'removeFromAlbum.manyFailed' }),
      details: [intl.formatMessage({ id: reason }), namesOf(environment, intl, left)],
      ...(!blocker && {
        action: {
          label: intl.formatMessage({ id: 'common.retry' }),
          onPress: () => this.removeFromAlbum({ albumId, photoIds: left }),
        },
      }),
    })
  }
}

/** The `AlbumRemovals` of a session. */
export const albumRemovalsOf = perSession((session) => {
  const { environment, intl } = session
  return new AlbumRemovals({ environment, intl, tasks: photoTasksOf(session), hidden: hiddenPhotosOf(session) })
})

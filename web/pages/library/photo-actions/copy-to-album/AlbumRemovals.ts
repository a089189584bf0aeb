import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { perSession } from '../../../../app/Session.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { hiddenPhotosOf, type HiddenPhotos } from '../../photo-collection/hidden/HiddenPhotos.ts'
import { isLong } from '../photo-tasks/inThreeAttempts.ts'
import { namesOf } from '../photo-tasks/namesOf.ts'
import { photoTasksOf, type PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { AlbumWork, hindranceMessages } from './AlbumWork.ts'
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
 * Photos that are taken out of albums, whatever view that began in: hidden there at once; a toast offers Undo; when it is
 * gone they are taken out. Those that could not be are seen again, and named.
 */
export class AlbumRemovals {
  readonly #options: AlbumRemovalsOptions
  readonly #open = new Set<OpenRemoval>()

  constructor(options: AlbumRemovalsOptions) {
    this.#options = options
  }

  /** Hides photos from an album, and takes them out of it unless they are wanted back. They stay in the library. */
  removeFromAlbum({ albumId, photoIds: given }: AlbumRemoval): void {
    const { environment, intl, tasks, hidden } = this.#options
    const going = new Set([...this.#open].flatMap((other) => (other.albumId === albumId ? other.photoIds : [])))
    const photoIds = [...new Set(given).difference(going)]
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
        // Of an album that has been deleted meanwhile, they are gone as well.
        if (!result || work.hindrance === 'missing') return
        if (work.left.length > 0) this.#tellFailure(albumId, photoIds.length, work)
        else if (isLong(photoIds.length)) showToast({ kind: 'success', message: text('removeFromAlbum.done') })
      },
    })
    const open = { albumId, photoIds, endUndo }
    this.#open.add(open)
  }

  /** Makes the removals from an album now that were promised. */
  finish(albumId: string): void {
    for (const open of this.#open) if (open.albumId === albumId) open.endUndo()
  }

  #tellFailure(albumId: string, amount: number, { left, hindrance }: AlbumWork): void {
    const { environment, intl } = this.#options
    const reason = hindrance ? hindranceMessages[hindrance] : 'tasks.retriesExceeded'
    showToast({
      kind: 'error',
      message: intl.formatMessage({ id: amount === 1 ? 'removeFromAlbum.oneFailed' : 'removeFromAlbum.manyFailed' }),
      details: [intl.formatMessage({ id: reason }), namesOf(environment, intl, left)],
      ...(!hindrance && {
        action: {
          label: intl.formatMessage({ id: 'common.retry' }),
          onPress: () => this.removeFromAlbum({ albumId, photoIds: left }),
        },
      }),
    })
  }
}

/** The removals from albums of a session. */
export const albumRemovalsOf = perSession((session) => {
  const { environment, intl } = session
  return new AlbumRemovals({ environment, intl, tasks: photoTasksOf(session), hidden: hiddenPhotosOf(session) })
})

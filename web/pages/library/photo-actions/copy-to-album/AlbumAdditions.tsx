import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { perSession } from '../../../../app/Session.ts'
import { AppLink } from '../../../../shared/AppLink.tsx'
import { albumPath } from '../../../../shared/paths.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { hiddenPhotosOf, type HiddenPhotos } from '../../photo-collection/hidden/HiddenPhotos.ts'
import { namesOf } from '../photo-tasks/namesOf.ts'
import { photoTasksOf, type PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { addChunk } from './addChunk.ts'
import { albumRemovalsOf, type AlbumRemovals } from './AlbumRemovals.ts'
import { AlbumWork, blockerMessages } from './AlbumWork.ts'
import { ExpectedCount } from './ExpectedCount.ts'

export interface AlbumAddition {
  readonly albumId: string
  readonly albumName: string
  readonly photoIds: readonly string[]
}

export interface AlbumAdditionsOptions {
  readonly environment: IEnvironment
  readonly intl: IntlShape
  readonly tasks: PhotoTasks
  readonly hidden: HiddenPhotos
  readonly removals: AlbumRemovals
}

/** Copies photos to albums, whatever view is open. A toast names the photos that could not be copied. */
export class AlbumAdditions {
  readonly #options: AlbumAdditionsOptions

  constructor(options: AlbumAdditionsOptions) {
    this.#options = options
  }

  /** Starts to copy photos to an album. Toasts show the progress and the result. */
  addToAlbum(addition: AlbumAddition): void {
    const { environment, intl, tasks, hidden, removals } = this.#options
    const { albumId, albumName } = addition
    const photoIds = [...new Set(addition.photoIds)]
    if (photoIds.length === 0) return
    // Pending removals are started first, so that a photo that was removed and is now added stays in the album.
    removals.finish(albumId)
    const count = new ExpectedCount(environment, albumId, photoIds.length)
    const work = new AlbumWork(photoIds, (ids) => addChunk(environment, { albumId, photoIds: ids, count }))
    tasks.begin({
      photoIds,
      progress: (done, total) => intl.formatMessage({ id: 'copyToAlbum.progress' }, { done, total, album: albumName }),
      send: (chunk) => work.send(chunk),
      onEnd: () => {
        count.end()
        const left = new Set(work.left)
        hidden.show(
          albumId,
          photoIds.filter((id) => !left.has(id)),
        )
        if (work.done > 0 && left.size === 0) this.#showSuccess(addition, work)
        else this.#showFailure({ ...addition, photoIds }, work)
      },
    })
  }

  #showSuccess({ albumId, albumName }: AlbumAddition, { gone }: AlbumWork): void {
    const { intl } = this.#options
    const link = (
      <AppLink key={albumId} to={albumPath(albumId)}>
        {albumName}
      </AppLink>
    )
    showToast({
      kind: 'success',
      message: intl.formatMessage({ id: 'copyToAlbum.done' }, { albumLink: albumName }),
      content: intl.formatMessage({ id: 'copyToAlbum.done' }, { albumLink: link }),
      details: gone > 0 ? [intl.formatMessage({ id: 'copyToAlbum.gone' }, { count: gone })] : [],
    })
  }

  #showFailure({ photoIds, ...album }: AlbumAddition, work: AlbumWork): void {
    const { environment, intl } = this.#options
    const { left, done, gone, blocker } = work
    const text = (id: string, count: number) => intl.formatMessage({ id }, { count })
    const canRetry = blocker === null && left.length > 0
    const reason = blocker ? blockerMessages[blocker] : canRetry && 'tasks.retriesExceeded'
    showToast({
      kind: 'error',
      message: intl.formatMessage({ id: 'copyToAlbum.failed' }, { count: photoIds.length, album: album.albumName }),
      details: [
        ...(reason ? [intl.formatMessage({ id: reason })] : []),
        ...(left.length > 0 ? [namesOf(environment, intl, left)] : []),
        ...(gone > 0 ? [text('copyToAlbum.gone', gone)] : []),
        ...(done > 0 ? [text('copyToAlbum.rest', done)] : []),
      ],
      ...(canRetry && {
        action: {
          label: intl.formatMessage({ id: 'common.retry' }),
          onPress: () => this.addToAlbum({ ...album, photoIds: left }),
        },
      }),
    })
  }
}

/** The `AlbumAdditions` of a session. */
export const albumAdditionsOf = perSession((session) => {
  const { environment, intl } = session
  return new AlbumAdditions({
    environment,
    intl,
    tasks: photoTasksOf(session),
    hidden: hiddenPhotosOf(session),
    removals: albumRemovalsOf(session),
  })
})

import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { perSession } from '../../../../app/Session.ts'
import { libraryEventsOf } from '../../../../shared/LibraryEvents.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { type ChunkResult, needsProgress } from '../photo-tasks/inThreeAttempts.ts'
import { namesOf } from '../photo-tasks/namesOf.ts'
import { photoTasksOf, type PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { deleteChunk } from './deleteChunk.ts'
import { OptimisticDeletion } from './OptimisticDeletion.ts'

/** Whether one photo or several photos are deleted, for the texts. */
export type DeletionKind = 'one' | 'many'

export interface DeletionsOptions {
  readonly environment: IEnvironment
  readonly intl: IntlShape
  readonly tasks: PhotoTasks
  /** How many days deleted photos stay in the trash; 0: they are deleted for good. */
  readonly trashDays: number
  /** Refreshes what is shown after a deletion. */
  readonly onEnd: () => void
}

/**
 * Deletes photos, whatever view is open. The photos are hidden at once and a toast offers Undo. When the toast closes,
 * the photos are deleted. Photos that could not be deleted appear again, and a toast names them.
 */
export class Deletions {
  readonly #options: DeletionsOptions
  readonly #open = new Set<OptimisticDeletion>()

  constructor(options: DeletionsOptions) {
    this.#options = options
  }

  /**
   * Hides photos and deletes them, unless the user presses Undo.
   * @param collectionOf the month, album or library of each photo, if known
   */
  deletePhotos(
    photoIds: readonly string[],
    kind: DeletionKind,
    collectionOf: ReadonlyMap<string, string> = new Map(),
  ): void {
    const { environment, intl, tasks, trashDays } = this.#options
    const open = [...this.#open]
    const ids = [...new Set(photoIds)].filter((id) => !open.some((deletion) => deletion.has(id)))
    if (ids.length === 0) return
    const deletion = new OptimisticDeletion(environment, ids, collectionOf)
    this.#open.add(deletion)
    const values = { count: ids.length, days: trashDays }
    const done = intl.formatMessage({ id: trashDays > 0 ? 'deletion.trashed' : 'deletion.done' }, values)
    tasks.begin({
      photoIds: ids,
      undo: { message: done, undone: intl.formatMessage({ id: 'deletion.undone' }, values) },
      progress: (sent, total) => intl.formatMessage({ id: 'deletion.progress' }, { done: sent, total }),
      send: (chunk) => deleteChunk(environment, chunk, deletion),
      onEnd: (result) => {
        this.#open.delete(deletion)
        deletion.end()
        if (!result) return
        this.#options.onEnd()
        if (result.failed.length > 0) this.#showFailure(kind, result)
        else if (needsProgress(ids.length)) showToast({ kind: 'success', message: done })
      },
    })
  }

  /** Starts all pending deletions now. Resolves when all have ended, with or without success. */
  async finish(): Promise<void> {
    await this.#options.tasks.finish()
  }

  #showFailure(kind: DeletionKind, { failed, isRefused }: ChunkResult): void {
    const { environment, intl } = this.#options
    const reasons = [
      ...(isRefused ? [intl.formatMessage({ id: 'deletion.refused' })] : []),
      intl.formatMessage({ id: 'tasks.retriesExceeded' }),
    ]
    showToast({
      kind: 'error',
      message: intl.formatMessage({ id: kind === 'one' ? 'deletion.oneFailed' : 'deletion.manyFailed' }),
      details: [reasons.join(' '), namesOf(environment, intl, failed)],
      action: { label: intl.formatMessage({ id: 'common.retry' }), onPress: () => this.deletePhotos(failed, kind) },
    })
  }
}

/** The deletions of a session. */
export const deletionsOf = perSession((session) => {
  const { config, environment, intl } = session
  return new Deletions({
    environment,
    intl,
    tasks: photoTasksOf(session),
    trashDays: config.trashDays,
    onEnd: () => libraryEventsOf(session).announce(),
  })
})

import type { IntlShape } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { perSession } from '../../../../app/Session.ts'
import { libraryEventsOf } from '../../../../shared/LibraryEvents.ts'
import { showToast } from '../../../../ui/toasts.ts'
import { type ChunkResult, isLong } from '../photo-tasks/inThreeAttempts.ts'
import { namesOf } from '../photo-tasks/namesOf.ts'
import { photoTasksOf, type PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { deleteChunk } from './deleteChunk.ts'
import { OptimisticDeletion } from './OptimisticDeletion.ts'

/** One photo from its own view, or those that were selected. */
export type DeletionKind = 'one' | 'many'

export interface DeletionsOptions {
  readonly environment: IEnvironment
  readonly intl: IntlShape
  readonly tasks: PhotoTasks
  /** Has everybody look again at what they show. */
  readonly onEnd: () => void
}

/**
 * The deletions of this page, whatever view they began in. Photos are hidden at once; a toast offers Undo; when it is
 * gone they are deleted. Those that could not be deleted come back and are named.
 */
export class Deletions {
  readonly #options: DeletionsOptions
  readonly #open = new Set<OptimisticDeletion>()

  constructor(options: DeletionsOptions) {
    this.#options = options
  }

  /**
   * Hides photos, and deletes them unless they are wanted back.
   * @param collectionOf in which month or album a photo is, where that is known
   */
  deletePhotos(
    photoIds: readonly string[],
    kind: DeletionKind,
    collectionOf: ReadonlyMap<string, string> = new Map(),
  ): void {
    const { environment, intl, tasks } = this.#options
    const open = [...this.#open]
    const ids = [...new Set(photoIds)].filter((id) => !open.some((deletion) => deletion.has(id)))
    if (ids.length === 0) return
    const deletion = new OptimisticDeletion(environment, ids, collectionOf)
    this.#open.add(deletion)
    const text = (id: 'deletion.done' | 'deletion.undone') => intl.formatMessage({ id }, { count: ids.length })
    tasks.begin({
      photoIds: ids,
      undo: { message: text('deletion.done'), undone: text('deletion.undone') },
      progress: (done, total) => intl.formatMessage({ id: 'deletion.progress' }, { done, total }),
      send: (chunk) => deleteChunk(environment, chunk, deletion),
      onEnd: (result) => {
        this.#open.delete(deletion)
        deletion.end()
        if (!result) return
        this.#options.onEnd()
        if (result.failed.length > 0) this.#tellFailure(kind, result)
        else if (isLong(ids.length)) showToast({ kind: 'success', message: text('deletion.done') })
      },
    })
  }

  /** Makes every promised deletion now. Resolves when all have ended, well or not. */
  async finish(): Promise<void> {
    await this.#options.tasks.finish()
  }

  #tellFailure(kind: DeletionKind, { failed, isRefused }: ChunkResult): void {
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
  const { environment, intl } = session
  return new Deletions({
    environment,
    intl,
    tasks: photoTasksOf(session),
    onEnd: () => libraryEventsOf(session).announce(),
  })
})

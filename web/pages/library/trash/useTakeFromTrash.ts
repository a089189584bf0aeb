import { graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { useTakeFromTrashDeleteMutation } from '../../../__generated__/useTakeFromTrashDeleteMutation.graphql.ts'
import type { useTakeFromTrashEmptyMutation } from '../../../__generated__/useTakeFromTrashEmptyMutation.graphql.ts'
import type { useTakeFromTrashRestoreMutation } from '../../../__generated__/useTakeFromTrashRestoreMutation.graphql.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { maximumPerRequest } from './trashPerPage.ts'

const restoring = graphql`
  mutation useTakeFromTrashRestoreMutation($input: RestorePhotosInput!) {
    restorePhotos(input: $input) {
      ... on RestorePhotosSuccess {
        __typename
        restoredIds @deleteRecord
        remainingIds
      }
    }
  }
`

const deleting = graphql`
  mutation useTakeFromTrashDeleteMutation($input: DeletePhotosForGoodInput!) {
    deletePhotosForGood(input: $input) {
      ... on DeletePhotosForGoodSuccess {
        __typename
        deletedIds @deleteRecord
        remainingIds
      }
    }
  }
`

const emptying = graphql`
  mutation useTakeFromTrashEmptyMutation($input: EmptyTrashInput!) {
    emptyTrash(input: $input) {
      __typename
    }
  }
`

/** The actions on photos in the trash. */
export type TrashAction = 'restore' | 'delete'

export interface TrashOutcome {
  /** How many photos were taken out of the trash. */
  readonly done: number
  /** False if the action failed for some photos, so that it can be tried again. */
  readonly isComplete: boolean
}

/** Restores photos or deletes them for good, up to 500 per call, one call at a time. Stops at the first failed call. */
export function useTakeFromTrash(): (action: TrashAction, ids: readonly string[]) => Promise<TrashOutcome> {
  const environment = useRelayEnvironment()
  const events = useLibraryEvents()
  return async (action, ids) => {
    const take = action === 'restore' ? restoreSome : deleteSome
    let done = 0
    let isComplete = true
    for (let start = 0; start < ids.length && isComplete; start += maximumPerRequest) {
      const result = await take(environment, ids.slice(start, start + maximumPerRequest))
      done += result?.done ?? 0
      isComplete = result?.isComplete ?? false
    }
    events.announce()
    return { done, isComplete }
  }
}

/** Empties the trash of a library. Resolves to false after a failure. */
export function useEmptyTrash(libraryId: string): () => Promise<boolean> {
  const environment = useRelayEnvironment()
  const events = useLibraryEvents()
  return async () => {
    const variables = { input: { libraryId } }
    const outcome = await runMutation<useTakeFromTrashEmptyMutation>(environment, emptying, { variables })
    events.announce()
    return outcome.kind === 'answered' && outcome.response.emptyTrash.__typename === 'EmptyTrashSuccess'
  }
}

async function restoreSome(environment: IEnvironment, ids: readonly string[]): Promise<TrashOutcome | null> {
  const variables = { input: { trashedPhotoIds: ids } }
  const outcome = await runMutation<useTakeFromTrashRestoreMutation>(environment, restoring, { variables })
  const result = outcome.kind === 'answered' ? outcome.response.restorePhotos : null
  if (result?.__typename !== 'RestorePhotosSuccess') return null
  return { done: result.restoredIds.length, isComplete: result.remainingIds.length === 0 }
}

async function deleteSome(environment: IEnvironment, ids: readonly string[]): Promise<TrashOutcome | null> {
  const variables = { input: { trashedPhotoIds: ids } }
  const outcome = await runMutation<useTakeFromTrashDeleteMutation>(environment, deleting, { variables })
  const result = outcome.kind === 'answered' ? outcome.response.deletePhotosForGood : null
  if (result?.__typename !== 'DeletePhotosForGoodSuccess') return null
  return { done: result.deletedIds.length, isComplete: result.remainingIds.length === 0 }
}

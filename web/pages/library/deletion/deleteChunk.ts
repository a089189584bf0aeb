import { graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { deleteChunkMutation } from '../../../__generated__/deleteChunkMutation.graphql.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'
import type { HiddenPhotos } from './HiddenPhotos.ts'

/** Photos per call: what the service takes. */
export const chunkSize = 500
/** Before the second attempt and before the third, in milliseconds. */
const pauses = [1_000, 4_000]
/** Browsers refuse requests that are to outlive their page and are longer than 64 KiB; commas and quotes come along. */
const mostKeptAlive = 60_000

const mutation = graphql`
  mutation deleteChunkMutation($input: DeletePhotosInput!) {
    deletePhotos(input: $input) {
      ... on DeletePhotosSuccess {
        __typename
        remainingIds
      }
    }
  }
`

/** What became of a chunk. */
export interface ChunkResult {
  /** Photos that are still there after the last attempt. */
  readonly failed: readonly string[]
  /** Whether the service named them, rather than not answering. */
  readonly isRefused: boolean
}

/**
 * Deletes up to 500 photos, in three attempts; each asks for those that are still there. An answer that was lost does
 * no harm: what is gone already counts as deleted. While offline it waits, which is no attempt.
 */
export async function deleteChunk(
  environment: IEnvironment,
  photoIds: readonly string[],
  hidden: HiddenPhotos,
): Promise<ChunkResult> {
  let failed = photoIds
  let isRefused = false
  for (const pause of [...pauses, null]) {
    if (!navigator.onLine) await backOnline()
    const answer = await attempt(environment, failed, hidden)
    isRefused = answer !== null
    failed = answer ?? failed
    if (failed.length === 0) break
    if (pause !== null) await new Promise((resolve) => setTimeout(resolve, pause * (1 + Math.random() / 4)))
  }
  return { failed, isRefused }
}

/** Those that the service could not delete; null when it did not answer. */
async function attempt(
  environment: IEnvironment,
  photoIds: readonly string[],
  hidden: HiddenPhotos,
): Promise<readonly string[] | null> {
  const outcome = await runMutation<deleteChunkMutation>(environment, mutation, {
    variables: { input: { photoIds } },
    keepalive: photoIds.join().length < mostKeptAlive,
    // Not by directives: the counts of months follow, and the optimistic update ends for these photos in the same step.
    updater: (store, response) => {
      const left = new Set(stillThere(response, photoIds))
      hidden.settle(
        store,
        photoIds.filter((id) => !left.has(id)),
      )
    },
  })
  return outcome.kind === 'answered' ? stillThere(outcome.response, photoIds) : null
}

/** Those that can be tried again. What is not found was deleted before: by a call whose answer was lost, or elsewhere. */
function stillThere(
  response: deleteChunkMutation['response'] | null | undefined,
  photoIds: readonly string[],
): readonly string[] {
  const result = response?.deletePhotos
  if (result?.__typename !== 'DeletePhotosSuccess') return photoIds
  const remaining = new Set(result.remainingIds)
  return photoIds.filter((id) => remaining.has(id))
}

function backOnline(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
  })
}

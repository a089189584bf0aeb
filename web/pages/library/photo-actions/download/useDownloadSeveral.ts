import { useEffect, useState } from 'react'
import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { useDownloadSeveralQuery } from '../../../../__generated__/useDownloadSeveralQuery.graphql.ts'
import type { ArchiveRequest } from '../../../../shared/archives/archiveMemory.ts'
import type { Wait } from '../../../../shared/archives/tooManyDownloads.ts'
import { useArchives } from '../../../../shared/archives/useArchives.ts'
import { useSession } from '../../../../app/sessionContext.ts'

const query = graphql`
  query useDownloadSeveralQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Photo {
        details {
          fileSize
        }
      }
    }
  }
`

export interface SeveralPhotos extends Omit<ArchiveRequest, 'photoIds'> {
  /** Collects the ids of the photos. */
  readonly collect: () => Promise<readonly string[]>
}

/** `failed` and `busy`: no archive was requested; `busy` because too many requests are running. */
export type DownloadSeveralState = { readonly kind: 'idle' | 'pending' | 'failed' } | ({ readonly kind: 'busy' } & Wait)

export interface DownloadSeveral {
  readonly state: DownloadSeveralState
  /** The total size of the files in bytes; null if unknown. */
  readonly size: number | null
  readonly download: () => Promise<void>
}

/**
 * Requests an archive of several photos. Their ids are collected beforehand to show the total size; if that fails, the
 * archive can still be requested.
 * @param onRequested called when the archive is being made
 */
export function useDownloadSeveral(photos: SeveralPhotos, onRequested: () => void): DownloadSeveral {
  const { environment } = useSession()
  const { requested } = useArchives()
  const [state, setState] = useState<DownloadSeveralState>({ kind: 'idle' })
  const [size, setSize] = useState<number | null>(null)
  // The idempotency key of all attempts: a retry after a lost response requests no second archive.
  const [key] = useState(() => crypto.randomUUID())
  const [collect] = useState(() => remembered(photos.collect))
  useEffect(() => {
    collect()
      .then((ids) => sizeOf(environment, ids))
      .then(setSize, () => undefined)
  }, [environment, collect])
  const download = async () => {
    setState({ kind: 'pending' })
    const photoIds = await collect().catch(() => null)
    const { sharedAlbumId, name } = photos
    const answer = photoIds && (await requested.request({ photoIds, sharedAlbumId, name }, key))
    if (answer?.kind === 'accepted') onRequested()
    else setState(answer?.kind === 'busy' ? answer : { kind: 'failed' })
  }
  return { state, size, download }
}

/** The total size in bytes; null unless the size of each photo is known. */
async function sizeOf(environment: IEnvironment, ids: readonly string[]): Promise<number | null> {
  const answer = await fetchQuery<useDownloadSeveralQuery>(environment, query, { ids }).toPromise()
  const sizes = answer?.nodes.map((photo) => photo?.details?.fileSize ?? Number.NaN) ?? [Number.NaN]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return total > 0 ? total : null
}

/** Caches the result of a function. After a failure, the next call runs the function again. */
function remembered<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null
  return async () => {
    answer ??= ask()
    try {
      return await answer
    } catch (error) {
      answer = null
      throw error
    }
  }
}

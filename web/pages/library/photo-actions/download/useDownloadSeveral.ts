import { useEffect, useState } from 'react'
import { fetchQuery, graphql } from 'react-relay/hooks'
import type { IEnvironment } from 'relay-runtime'
import type { useDownloadSeveralQuery } from '../../../../__generated__/useDownloadSeveralQuery.graphql.ts'
import type { ArchiveRequest } from '../../../../shared/archives/archiveMemory.ts'
import type { Wait } from '../../../../shared/archives/tooManyDownloads.ts'
import { useArchives } from '../../../../shared/archives/useArchives.ts'
import { useApp } from '../../../../app/appContext.ts'

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
  /** Finds out which photos are meant. */
  readonly collect: () => Promise<readonly string[]>
}

/** What is going on; `failed`, `busy`: nothing, and it was not done, the latter since too much was asked for. */
export type DownloadSeveralState = { readonly kind: 'idle' | 'pending' | 'failed' } | ({ readonly kind: 'busy' } & Wait)

export interface DownloadSeveral {
  readonly state: DownloadSeveralState
  /** The size of all files together, in bytes; null while, or where, it is not known. */
  readonly size: number | null
  readonly download: () => Promise<void>
}

/**
 * Asks for an archive of several photos. Which photos those are is found out beforehand, for their size; where that is
 * not to be had, the archive is asked for all the same.
 * @param onAsked told once the archive is being made
 */
export function useDownloadSeveral(photos: SeveralPhotos, onAsked: () => void): DownloadSeveral {
  const { environment } = useApp()
  const { wanted } = useArchives()
  const [state, setState] = useState<DownloadSeveralState>({ kind: 'idle' })
  const [size, setSize] = useState<number | null>(null)
  // The same for every attempt: what was asked for although the answer was lost is not asked for twice.
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
    const answer = photoIds && (await wanted.ask({ photoIds, sharedAlbumId, name }, key))
    if (answer?.kind === 'asked') onAsked()
    else setState(answer?.kind === 'busy' ? answer : { kind: 'failed' })
  }
  return { state, size, download }
}

/** Null unless the size of each is known. */
async function sizeOf(environment: IEnvironment, ids: readonly string[]): Promise<number | null> {
  const answer = await fetchQuery<useDownloadSeveralQuery>(environment, query, { ids }).toPromise()
  const sizes = answer?.nodes.map((photo) => photo?.details?.fileSize ?? Number.NaN) ?? [Number.NaN]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return total > 0 ? total : null
}

/** The same answer for everybody, until it fails. */
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

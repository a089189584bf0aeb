import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import { useCallback, useState } from 'react'
import type { useDownloadPhotoQuery } from '../../../../__generated__/useDownloadPhotoQuery.graphql.ts'
import { saveFile } from '../../../../shared/fileDownload/saveFile.ts'

const query = graphql`
  query useDownloadPhotoQuery($id: ID!) {
    node(id: $id) {
      ... on Photo {
        fileName
        originalUrl
      }
    }
  }
`

export type DownloadState =
  | { readonly kind: 'initial' | 'pending' | 'failure' }
  | { readonly kind: 'success'; readonly fileName: string | null }

/** Downloads a photo's original under its own name. The link is fetched for each download, because links expire. */
export function useDownloadPhoto(): readonly [
  state: DownloadState,
  download: (findPhotoId: () => Promise<string | undefined>) => Promise<void>,
] {
  const environment = useRelayEnvironment()
  const [state, setState] = useState<DownloadState>({ kind: 'initial' })
  const download = useCallback(
    async (findPhotoId: () => Promise<string | undefined>): Promise<void> => {
      setState({ kind: 'pending' })
      try {
        const id = await findPhotoId()
        if (id === undefined) throw new Error('The photo no longer exists')
        const config = { networkCacheConfig: { force: true } }
        const answer = await fetchQuery<useDownloadPhotoQuery>(environment, query, { id }, config).toPromise()
        const { originalUrl, fileName } = answer?.node ?? {}
        if (typeof originalUrl !== 'string') throw new Error('The photo has no original')
        await saveFile(originalUrl)
        setState({ kind: 'success', fileName: fileName ?? null })
      } catch {
        setState({ kind: 'failure' })
      }
    },
    [environment],
  )
  return [state, download]
}

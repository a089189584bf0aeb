import { useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useDownloadOriginalQuery } from '../../../__generated__/useDownloadOriginalQuery.graphql.ts'
import { showToast } from '../../../ui/toasts.ts'
import { saveFile } from './saveFile.ts'

const query = graphql`
  query useDownloadOriginalQuery($id: ID!) {
    node(id: $id) {
      ... on Photo {
        originalUrl
      }
    }
  }
`

/**
 * Downloads a photo's original under its own name. The link is asked for when it is needed, since links expire;
 * a failure is told by a toast. The second value says whether it is under way.
 */
export function useDownloadOriginal(): readonly [download: (photoId: string) => Promise<void>, isPending: boolean] {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const [isPending, setPending] = useState(false)
  const download = useCallback(
    async (photoId: string): Promise<void> => {
      setPending(true)
      try {
        const config = { networkCacheConfig: { force: true } }
        const answer = await fetchQuery<useDownloadOriginalQuery>(
          environment,
          query,
          { id: photoId },
          config,
        ).toPromise()
        const url = answer?.node?.originalUrl
        if (typeof url !== 'string') throw new Error('The photo has no original')
        await saveFile(url)
      } catch {
        showToast({ kind: 'error', message: formatMessage({ id: 'preview.downloadFailed' }) })
      } finally {
        setPending(false)
      }
    },
    [environment, formatMessage],
  )
  return [download, isPending]
}

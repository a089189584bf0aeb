import { useEffect } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useDataFilePollingQuery } from '../../__generated__/useDataFilePollingQuery.graphql.ts'
import { backoffDelay } from '../../app/backoff.ts'

const query = graphql`
  query useDataFilePollingQuery($id: ID!) {
    node(id: $id) {
      __typename
      # The answer updates the file that the page shows.
      # eslint-disable-next-line relay/must-colocate-fragment-spreads
      ...DataDownload_file @alias(as: "file")
    }
  }
`

/** The delay between two requests, in ms. It doubles up to a minute while requests fail. */
const [pollMilliseconds, longestMilliseconds] = [2_000, 60_000]

/**
 * Follows a file that is being prepared: asks for its state every 2 s while the page is visible, and immediately when
 * the page becomes visible again. A failed request changes nothing.
 * @param id the ID of the file; null: nothing is followed
 */
export function useDataFilePolling(id: string | null): void {
  const environment = useRelayEnvironment()
  useEffect(() => {
    if (id === null) return undefined
    let failures = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let request: { unsubscribe: () => void } | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, backoffDelay(failures + 1, pollMilliseconds, longestMilliseconds))
    }
    const ask = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      request?.unsubscribe()
      const observed = fetchQuery<useDataFilePollingQuery>(environment, query, { id }, { fetchPolicy: 'network-only' })
      request = observed.subscribe({
        next: ({ node }) => {
          failures = node ? 0 : failures + 1
        },
        error: () => {
          failures += 1
          wait()
        },
        complete: wait,
      })
    }
    wait()
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    return () => {
      clearTimeout(timer)
      request?.unsubscribe()
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
    }
  }, [environment, id])
}

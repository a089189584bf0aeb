import { useCallback, useState } from 'react'
import { type PreloadedQuery, loadQuery, useRelayEnvironment } from 'react-relay/hooks'
import query, { type PhotoRenditionQuery } from '../../../__generated__/PhotoRenditionQuery.graphql.ts'
import { useReleaseOnLeave } from '../../../relay/useReleaseOnLeave.ts'

type Reference = PreloadedQuery<PhotoRenditionQuery>

/** The large picture's query: the route's, until that fails and one tries again. */
export function useRetriedRendition(id: string, loaded: Reference) {
  const environment = useRelayEnvironment()
  const [retried, setRetried] = useState<{ readonly of: Reference; readonly reference: Reference } | null>(null)
  const [failed, setFailed] = useState<Reference | null>(null)
  const reference = retried?.of === loaded ? retried.reference : loaded
  useReleaseOnLeave(reference)
  const retry = useCallback(() => {
    const again = loadQuery<PhotoRenditionQuery>(environment, query, { id }, { fetchPolicy: 'network-only' })
    setRetried({ of: loaded, reference: again })
  }, [environment, id, loaded])
  const fail = useCallback(() => setFailed(reference), [reference])
  return { reference, isFailed: failed === reference, fail, retry }
}

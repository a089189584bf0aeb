import { useCallback, useState } from 'react'
import type { PreloadedQuery } from 'react-relay/hooks'
import query, { type PhotoRenditionQuery } from '../../../__generated__/PhotoRenditionQuery.graphql.ts'
import { useLoadedQuery } from '../../../relay/useLoadedQuery.ts'

/** The query of the large picture. A failure is kept until a retry or another photo replaces the query. */
export function useRetriedRendition(loaded: PreloadedQuery<PhotoRenditionQuery>) {
  const [failed, setFailed] = useState<typeof loaded | null>(null)
  const { reference, retry } = useLoadedQuery<PhotoRenditionQuery>(query, loaded)
  const fail = useCallback(() => setFailed(reference), [reference])
  return { reference, isFailed: failed === reference, fail, retry }
}

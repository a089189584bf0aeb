import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query from '../../../__generated__/PreviewPageQuery.graphql.ts'
import type { PreviewPageQuery } from '../../../__generated__/PreviewPageQuery.graphql.ts'
import type { App } from '../../../startup/appContext.ts'

/** Starts the query of the full-screen view: what the store knows is shown at once, what is fetched replaces it. */
export function loadPreview({ environment }: App, { params }: LoaderFunctionArgs) {
  return loadQuery<PreviewPageQuery>(
    environment,
    query,
    { id: params['id'] ?? '' },
    { fetchPolicy: 'store-and-network' },
  )
}

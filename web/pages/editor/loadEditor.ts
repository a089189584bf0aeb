import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type EditorPageQuery } from '../../__generated__/EditorPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the editor: the photos of the selection that the address names. */
export function loadEditor({ environment }: Session, { request }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('tempSelectionId') ?? ''
  return loadQuery<EditorPageQuery>(environment, query, { id }, { fetchPolicy: 'network-only' })
}

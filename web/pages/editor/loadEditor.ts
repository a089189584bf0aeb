import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type EditorPageQuery } from '../../__generated__/EditorPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'

/** Starts the query of the editor: the project or the selection of photos that the URL names. */
export function loadEditor({ environment }: Session, { request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const projectId = searchParams.get('projectId')
  const id = projectId ?? searchParams.get('tempSelectionId') ?? ''
  const variables = { id, isProject: projectId !== null }
  return loadQuery<EditorPageQuery>(environment, query, variables, { fetchPolicy: 'network-only' })
}

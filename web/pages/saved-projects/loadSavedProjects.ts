import { loadQuery } from 'react-relay/hooks'
import type { LoaderFunctionArgs } from 'react-router-dom'
import query, { type SavedProjectsPageQuery } from '../../__generated__/SavedProjectsPageQuery.graphql.ts'
import type { Session } from '../../app/Session.ts'
import { pageOf } from '../../shared/page-links/pageAddress.ts'
import { projectPagesOf } from './projectPages.ts'
import { projectsPerPage } from './projectsPerPage.ts'

/** Starts the query of the page of saved projects that the address names. */
export function loadSavedProjects(session: Session, { request }: LoaderFunctionArgs) {
  const { environment, locale } = session
  const skip = (pageOf(new URL(request.url).search) - 1) * projectsPerPage
  const variables = { skip, locale }
  projectPagesOf(session).add(skip)
  return loadQuery<SavedProjectsPageQuery>(environment, query, variables, { fetchPolicy: 'store-and-network' })
}

import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { SavedProjectsPageQuery } from '../../__generated__/SavedProjectsPageQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { projectPagesOf } from './projectPages.ts'
import { projectsPerPage } from './projectsPerPage.ts'
import { SavedProjectsList } from './SavedProjectsList.tsx'
import { SavedProjectsSkeleton } from './SavedProjectsSkeleton.tsx'

const query = graphql`
  query SavedProjectsPageQuery($skip: Int!, $locale: Locale!) {
    viewer {
      ...SavedProjectsList_viewer @arguments(skip: $skip, locale: $locale)
    }
  }
`

/**
 * The projects that the customer has saved in an editor, most recently changed first. The customer can continue, order
 * or delete each of them.
 */
export function SavedProjectsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<SavedProjectsPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="menu"
      text={formatMessage({ id: 'projects.text' })}
      failure={formatMessage({ id: 'projects.loadFailed' })}
      skeleton={<SavedProjectsSkeleton />}
    >
      <SavedProjects page={page} />
    </PageFrame>
  )
}

function SavedProjects({ page }: { readonly page: LoadedQuery<SavedProjectsPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<SavedProjectsPageQuery>(query, page.reference)
  const pages = projectPagesOf(useSession())
  useReturn(() => page.refresh())
  const refresh = useEffectEvent(() => page.refresh())
  useEffect(() => pages.subscribe(() => refresh()), [pages])
  if (!viewer) return <ErrorState message={formatMessage({ id: 'projects.loadFailed' })} onRetry={page.retry} />
  const { skip } = page.reference.variables
  return <SavedProjectsList viewer={viewer} page={skip / projectsPerPage + 1} onRetry={page.retry} />
}

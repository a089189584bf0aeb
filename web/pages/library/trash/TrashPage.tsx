import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { TrashPageQuery } from '../../../__generated__/TrashPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TrashList } from './TrashList.tsx'
import { maximumPerRequest, trashPerPage } from './trashPerPage.ts'
import { TrashSkeleton } from './TrashSkeleton.tsx'

const query = graphql`
  query TrashPageQuery($first: Int!) {
    viewer {
      library {
        ...TrashList_library @arguments(first: $first)
      }
    }
  }
`

/** Deleted photos, which can be restored until their time in the trash ends. */
export function TrashPage() {
  const { formatMessage } = useIntl()
  const { trashDays: days } = useSession().config
  const page = useRouteQuery<TrashPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="library"
      text={formatMessage({ id: 'trash.text' }, { days })}
      failure={formatMessage({ id: 'trash.loadFailed' })}
      skeleton={<TrashSkeleton />}
    >
      <Trash page={page} />
    </PageFrame>
  )
}

function Trash({ page }: { readonly page: LoadedQuery<TrashPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<TrashPageQuery>(query, page.reference)
  if (!viewer) return <ErrorState message={formatMessage({ id: 'trash.loadFailed' })} onRetry={page.retry} />
  const refresh = (count: number) => page.refresh({ first: Math.min(maximumPerRequest, Math.max(count, trashPerPage)) })
  return <TrashList library={viewer.library} onRetry={page.retry} onRefresh={refresh} />
}

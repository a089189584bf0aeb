import { useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { ImportPageQuery } from '../../../__generated__/ImportPageQuery.graphql.ts'
import type { LoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { timelinePath } from '../../../shared/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { actionLink } from '../../../ui/actionLink.ts'
import { ImportReport } from './ImportReport.tsx'
import { ImportStatus } from './ImportStatus.tsx'
import { importPhase } from './importPhase.ts'

const query = graphql`
  query ImportPageQuery @throwOnFieldError {
    viewer {
      library {
        id
        activation {
          status
          import {
            state
            ...ImportReport_import
          }
          ...ImportStatus_activation
        }
      }
    }
  }
`

/** The page of the import of an older library: its start, its progress and the result of every file. */
export function ImportPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<ImportPageQuery>(query)
  return (
    <PageFrame query={page} back="library" failure={formatMessage({ id: 'import.loadFailed' })}>
      <LoadedImport page={page} />
    </PageFrame>
  )
}

function LoadedImport({ page }: { readonly page: LoadedQuery<ImportPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<ImportPageQuery>(query, page.reference)
  // The section boundary shows the failure and offers a retry.
  if (!viewer) throw new Error('Request failure: the viewer is missing')
  const { id: libraryId, activation } = viewer.library
  const imported = activation?.import
  const phase = importPhase(activation?.status, imported?.state)
  const isOver = phase === 'done' || phase === 'failed'
  useEnd(isOver, page.refresh)
  if (!activation || phase === null) {
    const toPhotos = (
      <AppLink to={timelinePath} className={actionLink}>
        {formatMessage({ id: 'common.toPhotos' })}
      </AppLink>
    )
    return <EmptyState title={formatMessage({ id: 'import.nothing' })} action={toPhotos} />
  }
  return (
    <>
      <ImportStatus libraryId={libraryId} activation={activation} />
      {isOver && imported && <ImportReport libraryId={libraryId} imported={imported} hasEnded={phase === 'done'} />}
    </>
  )
}

/** Calls back when an import ends while its page is open: the report is complete only then. */
function useEnd(isOver: boolean, onEnd: () => void): void {
  const wasOver = useRef(isOver)
  const ended = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver && !wasOver.current) ended()
    wasOver.current = isOver
  }, [isOver])
}

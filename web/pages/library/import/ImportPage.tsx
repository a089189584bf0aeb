import { useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, fetchQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { ImportPageQuery } from '../../../__generated__/ImportPageQuery.graphql.ts'
import { useRetriedQuery } from '../../../relay/useRetriedQuery.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { PageFrame } from '../../../shared/page-frame/PageFrame.tsx'
import { timelinePath } from '../../../shared/paths.ts'
import { useApp } from '../../../app/appContext.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { wayOn } from '../../../ui/wayOn.ts'
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

/** The bringing in of an older library: its start, how far it is, and what became of every file. */
export function ImportPage() {
  const { formatMessage } = useIntl()
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<ImportPageQuery>
  const { reference, retry } = useRetriedQuery<ImportPageQuery>(query, loaded)
  return (
    <PageFrame
      below="library"
      title={formatMessage({ id: 'import.title' })}
      message={formatMessage({ id: 'import.loadFailed' })}
      onRetry={retry}
    >
      <LoadedImport queryReference={reference} />
    </PageFrame>
  )
}

function LoadedImport({ queryReference }: { readonly queryReference: PreloadedQuery<ImportPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<ImportPageQuery>(query, queryReference)
  // The boundary around tells of it, and tries again.
  if (!viewer) throw new Error('Request failure: the viewer is missing')
  const { id: libraryId, activation } = viewer.library
  const imported = activation?.import
  const phase = importPhase(activation?.status, imported?.state)
  const isOver = phase === 'done' || phase === 'failed'
  useFreshReport(isOver)
  if (!activation || phase === null) {
    const toPhotos = (
      <AppLink to={timelinePath} className={wayOn}>
        {formatMessage({ id: 'export.library' })}
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

/** What became of the files is asked for anew when an import ends while one looks. */
function useFreshReport(isOver: boolean): void {
  const { environment } = useApp()
  const wasOver = useRef(isOver)
  const refresh = useEffectEvent(() => {
    // A failure leaves what was shown; so does the next visit.
    fetchQuery<ImportPageQuery>(environment, query, {}, { networkCacheConfig: { force: true } }).subscribe({})
  })
  useEffect(() => {
    if (isOver && !wasOver.current) refresh()
    wasOver.current = isOver
  }, [isOver])
}

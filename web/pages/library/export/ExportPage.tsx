import { type ReactNode, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { ExportPageQuery } from '../../../__generated__/ExportPageQuery.graphql.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { timelinePath } from '../../../shared/paths.ts'
import { showToast } from '../../../ui/toasts.ts'
import { ExportProblem, NoExport } from './ExportProblem.tsx'
import { ExportFiles } from './ExportFiles.tsx'
import { isUnderWay } from './exportRules.ts'

const query = graphql`
  query ExportPageQuery($backupId: String!) @throwOnFieldError {
    viewer {
      export(backupId: $backupId) {
        status
        progress
        expires
        ...ExportFiles_export
      }
    }
  }
`

/** The files of an export, for as long as they are there. */
export function ExportPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<ExportPageQuery>(query)
  return (
    <PageFrame
      key={page.loaded.variables.backupId}
      query={page}
      back="library"
      failure={formatMessage({ id: 'export.failed' })}
      frame={framed}
    >
      <LoadedExport queryReference={page.reference} />
    </PageFrame>
  )
}

const framed = (failure: ReactNode) => <ExportProblem>{failure}</ExportProblem>

function LoadedExport({ queryReference }: { readonly queryReference: PreloadedQuery<ExportPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<ExportPageQuery>(query, queryReference)
  // The boundary around tells of it, and tries again.
  if (!viewer) throw new Error('Request failure: the viewer is missing')
  const made = viewer.export
  // It is gone, or never was: nobody but its owner is told which.
  if (!made || isOver(made.expires)) return <NoExport message={formatMessage({ id: 'export.expired' })} />
  if (isUnderWay(made.status)) return <BackToPhotos progress={made.progress} />
  if (made.status !== 'READY') return <NoExport message={formatMessage({ id: 'export.failed' })} />
  return <ExportFiles made={made} />
}

/** Whoever comes too early goes to the photos, and is told how far it is. */
function BackToPhotos({ progress }: { readonly progress: number }) {
  const { formatMessage } = useIntl()
  const navigate = useAppNavigate()
  useEffect(() => {
    showToast({ kind: 'info', message: formatMessage({ id: 'export.notYet' }, { progress }) })
    navigate(timelinePath, { replace: true })
  }, [formatMessage, navigate, progress])
  return null
}

function isOver(expires: string | null | undefined): boolean {
  return typeof expires === 'string' && Date.parse(expires) <= Date.now()
}

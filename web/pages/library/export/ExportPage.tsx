import { type ReactNode, useEffect } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import type { ExportPage_export$key } from '../../../__generated__/ExportPage_export.graphql.ts'
import type { ExportPageQuery } from '../../../__generated__/ExportPageQuery.graphql.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../../shared/page/useRouteQuery.ts'
import { timelinePath } from '../../../shared/paths.ts'
import { showToast } from '../../../ui/toasts.ts'
import { ExportProblem, NoExport } from './ExportProblem.tsx'
import { ExportFiles } from './ExportFiles.tsx'
import { isExportRunning } from './exportRules.ts'

const query = graphql`
  query ExportPageQuery($backupId: String!) @throwOnFieldError {
    addressedNode(type: EXPORT, id: $backupId) {
      ...ExportPage_export @alias(as: "export")
    }
  }
`

const fragment = graphql`
  fragment ExportPage_export on Export {
    status
    progress
    expires
    ...ExportFiles_export
  }
`

/** The page of an export: its files until it expires. */
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
  const { addressedNode } = usePreloadedQuery<ExportPageQuery>(query, queryReference)
  const made = useFragment<ExportPage_export$key>(fragment, addressedNode?.export)
  // The export was deleted, has expired, or belongs to another customer. The API does not say which.
  if (!made || isOver(made.expires)) return <NoExport message={formatMessage({ id: 'export.expired' })} />
  if (isExportRunning(made.status)) return <BackToPhotos progress={made.progress} />
  if (made.status !== 'READY') return <NoExport message={formatMessage({ id: 'export.failed' })} />
  return <ExportFiles made={made} />
}

/** Redirects to the photos while the export is not ready, and shows its progress in a toast. */
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

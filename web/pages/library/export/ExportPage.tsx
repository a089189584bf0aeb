import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { PreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { ExportPageQuery } from '../../../__generated__/ExportPageQuery.graphql.ts'
import { useRetriedQuery } from '../../../relay/useRetriedQuery.ts'
import { AppLink, useAppNavigate } from '../../../shared/AppLink.tsx'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { timelinePath } from '../../../shared/paths.ts'
import { SectionBoundary } from '../../../shared/SectionBoundary.tsx'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { ChevronLeftIcon } from '../../../ui/icons.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { ExportFailure, ExportProblem, ExpiredExport } from './ExportProblem.tsx'
import { ExportFiles } from './ExportFiles.tsx'
import { isUnderWay } from './exportRules.ts'
import styles from './ExportPage.module.css'

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
  // The route's loader returns this; the router does not know its type.
  const loaded = useLoaderData() as PreloadedQuery<ExportPageQuery>
  const { reference, retry } = useRetriedQuery<ExportPageQuery>(query, loaded)
  const title = formatMessage({ id: 'export.title' })
  usePageTitle(title)
  useMarkFirstView(true)
  return (
    <div className={styles.page}>
      <nav aria-label={formatMessage({ id: 'album.trail' })}>
        <AppLink to={timelinePath} className={styles.back}>
          <ChevronLeftIcon size={18} />
          {formatMessage({ id: 'library.title' })}
        </AppLink>
      </nav>
      <h1 className={styles.title}>{title}</h1>
      <SectionBoundary
        key={reference.variables.backupId}
        message={formatMessage({ id: 'export.failed' })}
        onRetry={retry}
        frame={framed}
      >
        <Suspense fallback={<Waiting label={formatMessage({ id: 'common.loading' })} className={styles.waiting} />}>
          <LoadedExport queryReference={reference} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
}

const framed = (failure: ReactNode) => <ExportProblem>{failure}</ExportProblem>

function LoadedExport({ queryReference }: { readonly queryReference: PreloadedQuery<ExportPageQuery> }) {
  const { viewer } = usePreloadedQuery<ExportPageQuery>(query, queryReference)
  // The boundary around tells of it, and tries again.
  if (!viewer) throw new Error('Request failure: the viewer is missing')
  const made = viewer.export
  if (!made || isOver(made.expires)) return <ExpiredExport />
  if (isUnderWay(made.status)) return <BackToPhotos progress={made.progress} />
  if (made.status !== 'READY') return <ExportFailure />
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

import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { LatestExportQuery } from '../../../__generated__/LatestExportQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { exportPath } from '../../../shared/paths.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { isExportRunning } from './exportRules.ts'
import { useExportDate } from './useExportDate.ts'
import styles from './ExportDialog.module.css'

const query = graphql`
  query LatestExportQuery {
    viewer {
      latestExport {
        backupId
        status
        progress
        created
        expires
      }
    }
  }
`

export interface LatestExportProps {
  /** Called with the export's status when it is loaded and whenever it changes. */
  readonly onStatus: (status: string | null) => void
}

/**
 * Shows the latest export. Its query starts when the dialog opens; the rest of the dialog does not wait for the answer.
 */
export function LatestExport(props: LatestExportProps) {
  const { reference } = useFreshQuery<LatestExportQuery>(query)
  return reference && <Loaded {...props} queryReference={reference} />
}

interface LoadedProps extends LatestExportProps {
  readonly queryReference: PreloadedQuery<LatestExportQuery>
}

/** Shows the progress of a running export, or a link to a ready one. */
function Loaded({ queryReference, onStatus }: LoadedProps) {
  const { formatMessage } = useIntl()
  const dateOf = useExportDate()
  const { viewer } = usePreloadedQuery<LatestExportQuery>(query, queryReference)
  const { status, progress = 0, backupId, created, expires } = viewer?.latestExport ?? {}
  const isRunning = isExportRunning(status)
  const report = useEffectEvent(onStatus)
  useEffect(() => report(status ?? null), [status])
  if (isRunning) {
    const done = formatMessage({ id: 'export.progress' }, { progress })
    return (
      <div className={styles.latest}>
        <p>{done}</p>
        <ProgressBar label={done} value={progress * 100} />
      </div>
    )
  }
  if (status !== 'READY' || backupId === undefined) return null
  return (
    <div className={styles.latest}>
      <p>{formatMessage({ id: 'export.available' }, { created: dateOf(created), expires: dateOf(expires) })}</p>
      <AppLink to={exportPath(backupId)} className={styles.open}>
        {formatMessage({ id: 'export.open' })}
      </AppLink>
    </div>
  )
}

import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { LatestExportQuery } from '../../../__generated__/LatestExportQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { exportPath } from '../../../shared/paths.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { isUnderWay } from './exportRules.ts'
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
  /** Told how far it is, once that is known and whenever it changes. */
  readonly onKnown: (status: string | null) => void
}

/** What is known of the last export, asked for as soon as the dialog is open; the rest does not wait for it. */
export function LatestExport(props: LatestExportProps) {
  const { reference } = useFreshQuery<LatestExportQuery>(query)
  return reference && <Loaded {...props} queryReference={reference} />
}

interface LoadedProps extends LatestExportProps {
  readonly queryReference: PreloadedQuery<LatestExportQuery>
}

/** How far the export is that is being made, or where to find the one that is there. */
function Loaded({ queryReference, onKnown }: LoadedProps) {
  const { formatMessage } = useIntl()
  const dateOf = useExportDate()
  const { viewer } = usePreloadedQuery<LatestExportQuery>(query, queryReference)
  const { status, progress = 0, backupId, created, expires } = viewer?.latestExport ?? {}
  const isRunning = isUnderWay(status)
  const tell = useEffectEvent(onKnown)
  useEffect(() => tell(status ?? null), [status])
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

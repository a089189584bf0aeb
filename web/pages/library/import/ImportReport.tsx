import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportReport_import$key } from '../../../__generated__/ImportReport_import.graphql.ts'
import { ImportedAlbums } from './ImportedAlbums.tsx'
import { ImportFailures } from './ImportFailures.tsx'
import { RetryFailures } from './RetryFailures.tsx'
import styles from './ImportPage.module.css'

const fragment = graphql`
  fragment ImportReport_import on LibraryImport {
    failedCount
    ...ImportedAlbums_import
    ...ImportFailures_import
  }
`

export interface ImportReportProps {
  readonly libraryId: string
  readonly imported: ImportReport_import$key
  /** Whether the import was completed. An interrupted import must be resumed before failures can be retried. */
  readonly hasEnded: boolean
}

/** The report of an import: the failed files with the reasons, and the counts per album. */
export function ImportReport({ libraryId, imported, hasEnded }: ImportReportProps) {
  const { formatMessage } = useIntl()
  const report = useFragment(fragment, imported)
  return (
    <>
      {report.failedCount > 0 && (
        <section aria-labelledby="import-failures" className={styles.section}>
          <h2 id="import-failures" className={styles.heading}>
            {formatMessage({ id: 'import.failures' }, { count: report.failedCount })}
          </h2>
          <ImportFailures imported={report} />
          {hasEnded && <RetryFailures libraryId={libraryId} />}
        </section>
      )}
      <section aria-labelledby="import-albums" className={styles.section}>
        <h2 id="import-albums" className={styles.heading}>
          {formatMessage({ id: 'import.albums' })}
        </h2>
        <ImportedAlbums imported={report} />
      </section>
    </>
  )
}

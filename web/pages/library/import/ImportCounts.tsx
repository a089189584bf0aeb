import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportCounts_import$key } from '../../../__generated__/ImportCounts_import.graphql.ts'
import styles from './ImportStatus.module.css'

const fragment = graphql`
  fragment ImportCounts_import on LibraryImport {
    foundCount
    importedCount
    existingCount
    failedCount
  }
`

export interface ImportCountsProps {
  readonly imported: ImportCounts_import$key
  /** As a sentence, where there is little room. */
  readonly isBrief: boolean
}

/** Every file that was found, by what became of it. */
export function ImportCounts({ imported, isBrief }: ImportCountsProps) {
  const { formatMessage, formatNumber } = useIntl()
  const { foundCount, importedCount, existingCount, failedCount } = useFragment(fragment, imported)
  if (isBrief) {
    if (typeof foundCount !== 'number') return null
    const values = { found: foundCount, imported: importedCount, existing: existingCount, failed: failedCount }
    return <p className={styles.text}>{formatMessage({ id: 'import.albumCounts' }, values)}</p>
  }
  const counts = [
    ['import.found', foundCount],
    ['import.imported', importedCount],
    ['import.existing', existingCount],
    ['import.failed', failedCount],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(
        ([id, count]) =>
          typeof count === 'number' && (
            <div key={id}>
              <dt>{formatMessage({ id })}</dt>
              <dd>{formatNumber(count)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

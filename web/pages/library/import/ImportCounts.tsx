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

/** The numbers of found, imported, existing and failed files. */
export function ImportCounts({ imported }: { readonly imported: ImportCounts_import$key }) {
  const { formatMessage, formatNumber } = useIntl()
  const { foundCount, importedCount, existingCount, failedCount } = useFragment(fragment, imported)
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

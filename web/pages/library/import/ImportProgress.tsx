import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportProgress_import$key } from '../../../__generated__/ImportProgress_import.graphql.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import styles from './ImportStatus.module.css'

const fragment = graphql`
  fragment ImportProgress_import on LibraryImport {
    progress
    foundCount
    importedCount
    existingCount
    failedCount
  }
`

/** How many of the files that were found are dealt with. */
export function ImportProgress({ imported }: { readonly imported: ImportProgress_import$key }) {
  const { formatMessage } = useIntl()
  const { progress, foundCount, importedCount, existingCount, failedCount } = useFragment(fragment, imported)
  const isCounted = typeof foundCount === 'number'
  const done = importedCount + existingCount + failedCount
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={formatMessage({ id: 'import.running.title' })}
        {...(isCounted && { value: progress * 100 })}
      />
      <p className={styles.text}>
        {isCounted
          ? formatMessage({ id: 'import.running.counts' }, { done, count: foundCount })
          : formatMessage({ id: 'import.running.counting' })}
      </p>
    </div>
  )
}

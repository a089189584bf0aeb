import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportProgress_import$key } from '../../../__generated__/ImportProgress_import.graphql.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import styles from './ImportStatus.module.css'
import { useImportProgress } from './useImportProgress.ts'

const fragment = graphql`
  fragment ImportProgress_import on LibraryImport {
    ...useImportProgress_import
  }
`

/** The share of the found files that are processed. */
export function ImportProgress({ imported }: { readonly imported: ImportProgress_import$key }) {
  const { formatMessage } = useIntl()
  const { text, ...bar } = useImportProgress(useFragment(fragment, imported))
  return (
    <div className={styles.progress}>
      <ProgressBar label={formatMessage({ id: 'import.running.title' })} {...bar} />
      <p className={styles.text}>{text}</p>
    </div>
  )
}

import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useImportProgress_import$key } from '../../../__generated__/useImportProgress_import.graphql.ts'

const fragment = graphql`
  fragment useImportProgress_import on LibraryImport {
    progress
    foundCount
    importedCount
    existingCount
    failedCount
  }
`

export interface ImportProgressTexts {
  readonly text: string
  /** 0 to 100; absent until the files are counted. */
  readonly value?: number
}

/** How many of the files that were found are dealt with; of an import that is not known yet, that they are counted. */
export function useImportProgress(imported: useImportProgress_import$key | null | undefined): ImportProgressTexts {
  const { formatMessage } = useIntl()
  const known = useFragment(fragment, imported ?? null)
  if (typeof known?.foundCount !== 'number') return { text: formatMessage({ id: 'import.running.counting' }) }
  const done = known.importedCount + known.existingCount + known.failedCount
  const text = formatMessage({ id: 'import.running.counts' }, { done, count: known.foundCount })
  return { text, value: known.progress * 100 }
}

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
  /** 0 to 100; undefined until the files are counted. */
  readonly value?: number
}

/**
 * The share of the found files that are processed. Until the files are counted, there is no share, only a text which
 * says that the files are being counted.
 */
export function useImportProgress(imported: useImportProgress_import$key | null | undefined): ImportProgressTexts {
  const { formatMessage } = useIntl()
  const known = useFragment(fragment, imported ?? null)
  if (typeof known?.foundCount !== 'number') return { text: formatMessage({ id: 'import.running.counting' }) }
  const done = known.importedCount + known.existingCount + known.failedCount
  const text = formatMessage({ id: 'import.running.counts' }, { done, count: known.foundCount })
  return { text, value: known.progress * 100 }
}

import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type {
  ImportFailureReason,
  ImportFailures_import$key,
} from '../../../__generated__/ImportFailures_import.graphql.ts'
import type { ImportFailuresPaginationQuery } from '../../../__generated__/ImportFailuresPaginationQuery.graphql.ts'
import { MoreOfReport } from './MoreOfReport.tsx'
import styles from './ImportPage.module.css'

const fragment = graphql`
  fragment ImportFailures_import on LibraryImport
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "ImportFailuresPaginationQuery") {
    failures(first: $first, after: $after) @connection(key: "ImportFailures_failures", filters: []) {
      edges {
        cursor
        node {
          fileName
          albumName
          reason
        }
      }
    }
  }
`

/** The messages of the reasons that users can act on. Other reasons get a general message. */
const reasons: Partial<Record<ImportFailureReason, string>> = {
  UNSUPPORTED_TYPE: 'import.reason.unsupported',
  DAMAGED_FILE: 'import.reason.damaged',
  EMPTY_FILE: 'import.reason.empty',
  TOO_MANY_PIXELS: 'import.reason.pixels',
  FILE_TOO_LARGE: 'import.reason.large',
  MISSING_FILE: 'import.reason.missing',
}

export interface ImportFailuresProps {
  readonly imported: ImportFailures_import$key
}

/** The files that could not be imported, with the reasons. */
export function ImportFailures({ imported }: ImportFailuresProps) {
  const { formatMessage } = useIntl()
  const paging = usePaginationFragment<ImportFailuresPaginationQuery, ImportFailures_import$key>(fragment, imported)
  const edges = paging.data.failures?.edges ?? []
  return (
    <>
      <ul className={styles.list}>
        {edges.map(
          ({ cursor, node }) =>
            node && (
              <li key={cursor} className={styles.item}>
                <span className={styles.name}>{node.fileName}</span>
                <span className={styles.detail}>
                  {formatMessage({ id: reasons[node.reason] ?? 'import.reason.failed' })}
                  {typeof node.albumName === 'string' && ` · ${node.albumName}`}
                </span>
              </li>
            ),
        )}
      </ul>
      <MoreOfReport {...paging} isMissing={!paging.data.failures} />
    </>
  )
}

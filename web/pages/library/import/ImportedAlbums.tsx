import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { ImportedAlbums_import$key } from '../../../__generated__/ImportedAlbums_import.graphql.ts'
import type { ImportedAlbumsPaginationQuery } from '../../../__generated__/ImportedAlbumsPaginationQuery.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { albumPath } from '../../../shared/paths.ts'
import { useFeature } from '../../../shared/useFeature.ts'
import { MoreOfReport } from './MoreOfReport.tsx'
import styles from './ImportPage.module.css'

const fragment = graphql`
  fragment ImportedAlbums_import on LibraryImport
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "ImportedAlbumsPaginationQuery") {
    albums(first: $first, after: $after) @connection(key: "ImportedAlbums_albums", filters: []) {
      edges {
        cursor
        node {
          name
          foundCount
          importedCount
          existingCount
          failedCount
          albumId
        }
      }
    }
  }
`

/** The albums of the older library with their counts, linked to the imported albums. */
export function ImportedAlbums({ imported }: { readonly imported: ImportedAlbums_import$key }) {
  const { formatMessage } = useIntl()
  const hasAlbums = useFeature('PhotoManagementAlbumViewEnabled')
  const paging = usePaginationFragment<ImportedAlbumsPaginationQuery, ImportedAlbums_import$key>(fragment, imported)
  const edges = paging.data.albums?.edges ?? []
  return (
    <>
      <ul className={styles.list}>
        {edges.map(({ cursor, node: album }) => {
          if (!album) return null
          const name = album.name ?? formatMessage({ id: 'import.noAlbum' })
          const { foundCount: found, importedCount, existingCount: existing, failedCount: failed, albumId } = album
          const counts = { found, imported: importedCount, existing, failed }
          return (
            <li key={cursor} className={styles.item}>
              {typeof albumId === 'string' && hasAlbums ? (
                <AppLink to={albumPath(albumId)} className={styles.album}>
                  {name}
                </AppLink>
              ) : (
                <span className={styles.name}>{name}</span>
              )}
              <span className={styles.detail}>{formatMessage({ id: 'import.albumCounts' }, counts)}</span>
            </li>
          )
        })}
      </ul>
      <MoreOfReport {...paging} isMissing={!paging.data.albums} />
    </>
  )
}

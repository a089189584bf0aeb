import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { TrashListPaginationQuery } from '../../../__generated__/TrashListPaginationQuery.graphql.ts'
import type { TrashList_library$key } from '../../../__generated__/TrashList_library.graphql.ts'
import { useTrashChange } from '../../../shared/LibraryEvents.ts'
import { PagedList } from '../../../shared/paged-list/PagedList.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { NothingInTrash } from './NothingInTrash.tsx'
import { TrashActions } from './TrashActions.tsx'
import styles from './TrashList.module.css'
import { TrashListItem } from './TrashListItem.tsx'
import { trashPerPage } from './trashPerPage.ts'
import { asShown, isSelected, noneSelected, toggled, withoutTaken } from './trashSelection.ts'

const fragment = graphql`
  fragment TrashList_library on PhotoLibrary
  @argumentDefinitions(first: { type: "Int", defaultValue: 100 }, after: { type: "String" })
  @refetchable(queryName: "TrashListPaginationQuery") {
    id
    trash(first: $first, after: $after) @connection(key: "TrashList_trash", filters: []) {
      totalCount
      edges {
        node {
          id
          ...TrashListItem_photo
        }
      }
    }
  }
`

export interface TrashListProps {
  readonly library: TrashList_library$key
  readonly onRetry: () => void
  /** Fetches at least the first `count` photos again. */
  readonly onRefresh: (count: number) => void
}

/**
 * Lists the photos in the trash, most recently deleted first, with the actions on them. The list follows changes from
 * other tabs and devices.
 */
export function TrashList({ library, onRetry, onRefresh }: TrashListProps) {
  const { formatMessage } = useIntl()
  const paging = usePaginationFragment<TrashListPaginationQuery, TrashList_library$key>(fragment, library)
  const [chosen, setChosen] = useState(noneSelected)
  const { id: libraryId, trash } = paging.data
  // The node of a photo that was restored or deleted meanwhile is null.
  const photos = trash?.edges.flatMap(({ node }) => node ?? []) ?? []
  useTrashChange(() => onRefresh(photos.length))
  const failure = formatMessage({ id: 'trash.loadFailed' })
  if (!trash) return <ErrorState message={failure} onRetry={onRetry} />
  if (photos.length === 0 && !paging.hasNext) return <NothingInTrash />
  const shown = photos.map(({ id }) => id)
  const loaded = { shown, total: paging.hasNext ? (trash.totalCount ?? null) : shown.length }
  const selection = asShown(chosen, loaded)
  return (
    <div className={styles.frame}>
      <TrashActions
        libraryId={libraryId}
        trash={loaded}
        selection={selection}
        onSelect={setChosen}
        onTaken={(ids) => setChosen((current) => withoutTaken(current, ids))}
      />
      <PagedList
        paging={paging}
        count={photos.length}
        pageSize={trashPerPage}
        focusable="input"
        more={formatMessage({ id: 'trash.more' })}
        failure={failure}
        isAutomatic
        listLabel={formatMessage({ id: 'trash.list' })}
        listClassName={styles.list}
      >
        {photos.map((photo) => (
          <TrashListItem
            key={photo.id}
            photo={photo}
            isSelected={isSelected(selection, photo.id)}
            onToggle={() => setChosen((current) => toggled(current, photo.id))}
          />
        ))}
      </PagedList>
    </div>
  )
}

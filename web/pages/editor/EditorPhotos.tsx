import { useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { EditorPhotos_query$key } from '../../__generated__/EditorPhotos_query.graphql.ts'
import type { EditorPhotosPaginationQuery } from '../../__generated__/EditorPhotosPaginationQuery.graphql.ts'
import { useMarkFirstView } from '../../shared/firstView.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EditorOrder } from './EditorOrder.tsx'

const pageSize = 500

const fragment = graphql`
  fragment EditorPhotos_query on Query
  @refetchable(queryName: "EditorPhotosPaginationQuery")
  @argumentDefinitions(id: { type: "String!" }, first: { type: "Int", defaultValue: 500 }, after: { type: "String" })
  @throwOnFieldError {
    viewer {
      library {
        tempSelection(id: $id) {
          tempSelectionId
          photosCount
          photos(first: $first, after: $after) @connection(key: "EditorPhotos_photos", filters: []) {
            edges {
              node {
                ...EditorOrder_photos
              }
            }
          }
        }
      }
    }
  }
`

/** The selected photos, in the sequence in which they were selected, and the form that orders prints of them. */
export function EditorPhotos({ query }: { readonly query: EditorPhotos_query$key }) {
  const { formatMessage } = useIntl()
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    EditorPhotosPaginationQuery,
    EditorPhotos_query$key
  >(fragment, query)
  useMarkFirstView(true)
  const selection = data.viewer?.library.tempSelection
  if (!selection) {
    return (
      <EmptyState title={formatMessage({ id: 'editor.endedTitle' })}>
        {formatMessage({ id: 'editor.endedText' })}
      </EmptyState>
    )
  }
  // The node of a photo that is being deleted is null.
  const photos = selection.photos?.edges.flatMap(({ node }) => node ?? []) ?? []
  if (photos.length === 0) {
    return (
      <EmptyState title={formatMessage({ id: 'editor.emptyTitle' })}>
        {formatMessage({ id: 'editor.emptyText' })}
      </EmptyState>
    )
  }
  const count = selection.photosCount ?? photos.length
  return (
    <EditorOrder
      key={selection.tempSelectionId}
      selectionId={selection.tempSelectionId}
      photos={photos}
      count={count}
      notLoadedCount={hasNext ? Math.max(0, count - photos.length) : 0}
      more={
        hasNext && (
          <Button isPending={isLoadingNext} onPress={() => loadNext(pageSize)}>
            {formatMessage({ id: 'editor.more' })}
          </Button>
        )
      }
    />
  )
}

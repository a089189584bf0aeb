import { graphql } from 'react-relay/hooks'
import type { removeEntryMutation } from '../../../../__generated__/removeEntryMutation.graphql.ts'
import type { Session } from '../../../../app/Session.ts'
import { runMutation } from '../../../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation removeEntryMutation($input: DeleteGalleryEntryInput!) {
    deleteGalleryEntry(input: $input) {
      __typename
      ... on DeleteGalleryEntrySuccess {
        __typename
      }
      ... on GalleryEntryNotFound {
        __typename
      }
    }
  }
`

/**
 * Removes a book from the gallery. An entry that was removed elsewhere counts as removed. Resolves to false after a
 * failure.
 */
export async function removeEntry(
  { environment, config: { channel } }: Session,
  widgetId: string,
  galleryEntryId: string,
): Promise<boolean> {
  const outcome = await runMutation<removeEntryMutation>(environment, mutation, {
    variables: { input: { galleryEntryId } },
    // An updater instead of @deleteRecord, because GalleryEntryNotFound has no id. In that case, too, the book has no
    // entry any more.
    updater: (store, response) => {
      if (!isRemoved(response?.deleteGalleryEntry.__typename)) return
      store.get(widgetId)?.setValue(null, 'galleryEntry', { channel })
      store.delete(galleryEntryId)
    },
  })
  return outcome.kind === 'answered' && isRemoved(outcome.response.deleteGalleryEntry.__typename)
}

function isRemoved(kind: string | undefined): boolean {
  return kind === 'DeleteGalleryEntrySuccess' || kind === 'GalleryEntryNotFound'
}

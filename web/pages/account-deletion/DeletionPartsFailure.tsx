import { graphql, useFragment } from 'react-relay/hooks'
import type { DeletionPartsFailure_deletion$key } from '../../__generated__/DeletionPartsFailure_deletion.graphql.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'

const fragment = graphql`
  fragment DeletionPartsFailure_deletion on AccountDeletion {
    photosCount @catch(to: RESULT)
    albumsCount @catch(to: RESULT)
    sharedAlbumsCount @catch(to: RESULT)
    projectsCount @catch(to: RESULT)
    openOrdersCount @catch(to: RESULT)
    keptInvoices @catch(to: RESULT) {
      __typename
    }
  }
`

export interface DeletionPartsFailureProps {
  readonly deletion: DeletionPartsFailure_deletion$key
  readonly onRetry: () => void
}

/**
 * Says that some of the facts about the deletion could not be loaded, with a retry. Renders nothing if all were loaded.
 */
export function DeletionPartsFailure({ deletion: key, onRetry }: DeletionPartsFailureProps) {
  const { photosCount, albumsCount, sharedAlbumsCount, projectsCount, openOrdersCount, keptInvoices } = useFragment(
    fragment,
    key,
  )
  const parts = [photosCount, albumsCount, sharedAlbumsCount, projectsCount, openOrdersCount, keptInvoices]
  return parts.every(({ ok }) => ok) ? null : <PartFailure onRetry={onRetry} />
}

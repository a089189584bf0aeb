import { useEffect } from 'react'
import { graphql, loadQuery, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type { PhotoNeighbours_library$key } from '../../../__generated__/PhotoNeighbours_library.graphql.ts'
import query from '../../../__generated__/PreviewPageQuery.graphql.ts'
import type { PreviewPageQuery } from '../../../__generated__/PreviewPageQuery.graphql.ts'
import type { KnownNeighbours } from './usePreviewSteps.ts'

const fragment = graphql`
  fragment PhotoNeighbours_library on PhotoLibrary @argumentDefinitions(photoId: { type: "ID!" }) {
    neighbours(of: $photoId) {
      previous {
        id
        rendition: thumbnail(width: 1300) {
          url
        }
      }
      next {
        id
        rendition: thumbnail(width: 1300) {
          url
        }
      }
    }
  }
`

export interface PhotoNeighboursProps {
  readonly photoId: string
  readonly library: PhotoNeighbours_library$key
  readonly onKnown: (neighbours: KnownNeighbours) => void
}

/** Finds out which photos are beside this one, and fetches their data and pictures before they are asked for. */
export function PhotoNeighbours({ photoId, library, onKnown }: PhotoNeighboursProps) {
  const { neighbours } = useFragment(fragment, library)
  const previous = neighbours?.previous
  const next = neighbours?.next
  const previousId = previous?.id ?? null
  const nextId = next?.id ?? null
  useEffect(() => {
    onKnown({ of: photoId, previous: previousId, next: nextId })
  }, [onKnown, photoId, previousId, nextId])
  usePreload(nextId, next?.rendition?.url)
  usePreload(previousId, previous?.rendition?.url)
  return null
}

function usePreload(id: string | null, pictureUrl: string | undefined): void {
  const environment = useRelayEnvironment()
  useEffect(() => {
    if (id === null) return undefined
    const reference = loadQuery<PreviewPageQuery>(environment, query, { id }, { fetchPolicy: 'store-or-network' })
    return () => reference.dispose()
  }, [environment, id])
  useEffect(() => {
    if (pictureUrl !== undefined) new Image().src = pictureUrl
  }, [pictureUrl])
}

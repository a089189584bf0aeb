import { fetchQuery, graphql } from 'react-relay/hooks'
import { createOperationDescriptor, getRequest } from 'relay-runtime'
import type { Disposable, Environment } from 'relay-runtime'
import type { timelineNeighboursQuery } from '../../../__generated__/timelineNeighboursQuery.graphql.ts'
import type { PhotoSort } from '../sorting/sortPreference.ts'
import type { BesideAnswer, NeighbourSource, PhotoBeside } from './PhotoWindow.ts'

// oxlint-disable-next-line no-unused-expressions -- the compiler reads it; the query below has its fields as its own
graphql`
  fragment timelineNeighbours_photo on Photo {
    id
    width
    height
    rendition: thumbnail(width: 1300) {
      url
    }
    # eslint-disable-next-line relay/must-colocate-fragment-spreads
    ...PhotoView_photo
    # eslint-disable-next-line relay/must-colocate-fragment-spreads
    ...PhotoRendition_photo
  }
`

/** With all that the view shows of a photo, so that a step needs no request of its own. */
const query = graphql`
  query timelineNeighboursQuery($id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!) {
    viewer {
      library {
        neighbours(of: $id, sortKey: $sortKey, sortOrder: $sortOrder) {
          previous {
            ...timelineNeighbours_photo @relay(mask: false)
          }
          next {
            ...timelineNeighbours_photo @relay(mask: false)
          }
        }
      }
    }
  }
`

type Response = timelineNeighboursQuery['response']
type Neighbours = NonNullable<NonNullable<NonNullable<Response['viewer']>['library']>['neighbours']>

/** The photos beside one in the timeline of that sort. */
export function timelineNeighbours(environment: Environment, sort: PhotoSort): NeighbourSource {
  return {
    watch: (id, isKnown, tell) => {
      const operation = createOperationDescriptor(getRequest(query), { id, ...sort })
      const retained = environment.retain(operation)
      let following: Disposable | undefined
      const follow = () => {
        following?.dispose()
        const snapshot = environment.lookup(operation.fragment)
        // Deleting a photo, and undoing that, changes who is beside it.
        following = environment.subscribe(snapshot, ({ data }) => tell(answerOf(data)))
        tell(answerOf(snapshot.data))
      }
      const request = fetchQuery<timelineNeighboursQuery>(
        environment,
        query,
        { id, ...sort },
        { fetchPolicy: isKnown ? 'store-or-network' : 'network-only' },
      ).subscribe({ next: follow, error: () => tell(null) })
      return () => {
        request.unsubscribe()
        following?.dispose()
        retained.dispose()
      }
    },
  }
}

function answerOf(data: unknown): BesideAnswer | null {
  // What the query above reads from the store.
  const neighbours = (data as Response | null | undefined)?.viewer?.library.neighbours
  return neighbours ? { previous: photoOf(neighbours.previous), next: photoOf(neighbours.next) } : null
}

function photoOf(photo: Neighbours['next']): PhotoBeside | null {
  if (!photo) return null
  const { id, width, height, rendition } = photo
  return {
    id,
    width: width ?? null,
    height: height ?? null,
    pictureUrl: rendition?.url ?? null,
  }
}

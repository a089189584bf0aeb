import { fetchQuery, graphql } from 'react-relay/hooks'
import {
  type Disposable,
  type Environment,
  type GraphQLTaggedNode,
  type OperationType,
  type Variables,
  createOperationDescriptor,
  getRequest,
} from 'relay-runtime'
import type { KnownNeighbours, NeighbourSource, NeighbourPhoto } from './PhotoWindow.ts'

// oxlint-disable-next-line no-unused-expressions -- for the Relay compiler; neighbour queries spread it unmasked
graphql`
  fragment neighbourSource_neighbours on PhotoNeighbours {
    previous {
      ...neighbourSource_photo @relay(mask: false)
    }
    next {
      ...neighbourSource_photo @relay(mask: false)
    }
  }
`

// This fragment has all fields of the full-screen view, so that a step to the neighbour needs no request.
// oxlint-disable-next-line no-unused-expressions -- for the Relay compiler
graphql`
  fragment neighbourSource_photo on Photo {
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

/** A neighbour in a query's response. */
interface NeighbourNode {
  readonly id: string
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
  readonly rendition?: { readonly url: string } | null | undefined
}

interface NeighbourNodes {
  readonly previous?: NeighbourNode | null | undefined
  readonly next?: NeighbourNode | null | undefined
}

/** A query for the neighbours of a photo, and how to find them in its response. */
export interface NeighbourQuery<Query extends OperationType> {
  readonly query: GraphQLTaggedNode
  readonly variablesFor: (photoId: string) => Query['variables'] & Variables
  readonly neighboursIn: (response: Query['response']) => NeighbourNodes | null | undefined
}

/** Loads neighbours with a query and follows their changes in the store. */
export function neighbourSource<Query extends OperationType>(
  environment: Environment,
  { query, variablesFor, neighboursIn }: NeighbourQuery<Query>,
): NeighbourSource {
  const neighboursOf = (data: unknown): KnownNeighbours | null => {
    // Returns null while a part of the data is missing in the store.
    const neighbours = data ? neighboursIn(data) : null
    return neighbours ? { previous: photoOf(neighbours.previous), next: photoOf(neighbours.next) } : null
  }
  return {
    watch: (photoId, isLoaded, onChange) => {
      const variables = variablesFor(photoId)
      const operation = createOperationDescriptor(getRequest(query), variables)
      const retained = environment.retain(operation)
      let following: Disposable | undefined
      const follow = () => {
        following?.dispose()
        const snapshot = environment.lookup(operation.fragment)
        // Deleting a photo, or undoing that, changes the neighbours.
        following = environment.subscribe(snapshot, ({ data }) => onChange(neighboursOf(data)))
        onChange(neighboursOf(snapshot.data))
      }
      const request = fetchQuery<Query>(environment, query, variables, {
        fetchPolicy: isLoaded ? 'store-or-network' : 'network-only',
      }).subscribe({ next: follow, error: () => onChange(null) })
      return () => {
        request.unsubscribe()
        following?.dispose()
        retained.dispose()
      }
    },
  }
}

function photoOf(photo: NeighbourNode | null | undefined): NeighbourPhoto | null {
  if (!photo) return null
  const { id, width, height, rendition } = photo
  return { id, width: width ?? null, height: height ?? null, pictureUrl: rendition?.url ?? null }
}

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
import type { BesideAnswer, NeighbourSource, PhotoBeside } from './PhotoWindow.ts'

// oxlint-disable-next-line no-unused-expressions -- the compiler reads it; queries for neighbours have its fields as their own
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

// oxlint-disable-next-line no-unused-expressions -- as above; with all that the view shows, so that a step needs no request
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

/** A photo beside another, as the queries for them have it. */
interface Neighbour {
  readonly id: string
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
  readonly rendition?: { readonly url: string } | null | undefined
}

interface Neighbours {
  readonly previous?: Neighbour | null | undefined
  readonly next?: Neighbour | null | undefined
}

/** A query for the photos beside one, and where its answer has them. */
export interface NeighbourQuery<Query extends OperationType> {
  readonly query: GraphQLTaggedNode
  readonly variablesFor: (photoId: string) => Query['variables'] & Variables
  readonly neighboursIn: (response: Query['response']) => Neighbours | null | undefined
}

/** The photos beside one as a query knows them, kept up to date with the store. */
export function neighbourSource<Query extends OperationType>(
  environment: Environment,
  { query, variablesFor, neighboursIn }: NeighbourQuery<Query>,
): NeighbourSource {
  const answerOf = (data: unknown): BesideAnswer | null => {
    // What the query reads from the store; nothing while a part of it is not there.
    const neighbours = data ? neighboursIn(data) : null
    return neighbours ? { previous: photoOf(neighbours.previous), next: photoOf(neighbours.next) } : null
  }
  return {
    watch: (photoId, isKnown, tell) => {
      const variables = variablesFor(photoId)
      const operation = createOperationDescriptor(getRequest(query), variables)
      const retained = environment.retain(operation)
      let following: Disposable | undefined
      const follow = () => {
        following?.dispose()
        const snapshot = environment.lookup(operation.fragment)
        // Deleting a photo, and undoing that, changes who is beside it.
        following = environment.subscribe(snapshot, ({ data }) => tell(answerOf(data)))
        tell(answerOf(snapshot.data))
      }
      const request = fetchQuery<Query>(environment, query, variables, {
        fetchPolicy: isKnown ? 'store-or-network' : 'network-only',
      }).subscribe({ next: follow, error: () => tell(null) })
      return () => {
        request.unsubscribe()
        following?.dispose()
        retained.dispose()
      }
    },
  }
}

function photoOf(photo: Neighbour | null | undefined): PhotoBeside | null {
  if (!photo) return null
  const { id, width, height, rendition } = photo
  return { id, width: width ?? null, height: height ?? null, pictureUrl: rendition?.url ?? null }
}

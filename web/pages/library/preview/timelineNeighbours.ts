import { graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { timelineNeighboursQuery } from '../../../__generated__/timelineNeighboursQuery.graphql.ts'
import type { PhotoSort } from '../photo-collection/sorting/sortPreference.ts'
import { neighbourSource } from './neighbourSource.ts'
import type { NeighbourSource } from './PhotoWindow.ts'

const query = graphql`
  query timelineNeighboursQuery($id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!) {
    viewer {
      library {
        neighbours(of: $id, sortKey: $sortKey, sortOrder: $sortOrder) {
          # eslint-disable-next-line relay/must-colocate-fragment-spreads
          ...neighbourSource_neighbours @relay(mask: false)
        }
      }
    }
  }
`

/** Loads the neighbours of photos in the timeline with that sort. */
export function timelineNeighbours(environment: Environment, sort: PhotoSort): NeighbourSource {
  return neighbourSource<timelineNeighboursQuery>(environment, {
    query,
    variablesFor: (id) => ({ id, ...sort }),
    neighboursIn: ({ viewer }) => viewer?.library.neighbours,
  })
}

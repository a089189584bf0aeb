import { graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { libraryNeighboursQuery } from '../../../__generated__/libraryNeighboursQuery.graphql.ts'
import type { PhotoSort } from '../photo-collection/sorting/sortPreference.ts'
import { neighbourSource } from './neighbourSource.ts'
import type { NeighbourSource } from './PhotoWindow.ts'

const query = graphql`
  query libraryNeighboursQuery($id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!) {
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

/** Loads the neighbours of photos in the library, in the given sort order. */
export function libraryNeighbours(environment: Environment, sort: PhotoSort): NeighbourSource {
  return neighbourSource<libraryNeighboursQuery>(environment, {
    query,
    variablesFor: (id) => ({ id, ...sort }),
    neighboursIn: ({ viewer }) => viewer?.library.neighbours,
  })
}

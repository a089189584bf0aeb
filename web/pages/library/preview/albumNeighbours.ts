import { graphql } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { albumNeighboursQuery } from '../../../__generated__/albumNeighboursQuery.graphql.ts'
import type { PhotoSort } from '../photo-collection/sorting/sortPreference.ts'
import { neighbourSource } from './neighbourSource.ts'
import type { NeighbourSource } from './PhotoWindow.ts'

const query = graphql`
  query albumNeighboursQuery($albumId: ID!, $id: ID!, $sortKey: PhotoSortKey!, $sortOrder: SortOrder!) {
    node(id: $albumId) {
      ... on Album {
        neighbours(of: $id, sortKey: $sortKey, sortOrder: $sortOrder) {
          # eslint-disable-next-line relay/must-colocate-fragment-spreads
          ...neighbourSource_neighbours @relay(mask: false)
        }
      }
      ... on SharedAlbum {
        neighbours(of: $id, sortKey: $sortKey, sortOrder: $sortOrder) {
          # eslint-disable-next-line relay/must-colocate-fragment-spreads
          ...neighbourSource_neighbours @relay(mask: false)
        }
      }
    }
  }
`

/** Loads the neighbours of photos in an album or shared album, in the given sort order. */
export function albumNeighbours(environment: Environment, albumId: string, sort: PhotoSort): NeighbourSource {
  return neighbourSource<albumNeighboursQuery>(environment, {
    query,
    variablesFor: (id) => ({ albumId, id, ...sort }),
    neighboursIn: ({ node }) => node?.neighbours,
  })
}

import { graphql } from 'react-relay/hooks'
import type { useSetLocationSharingMutation } from '../../../__generated__/useSetLocationSharingMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useSetLocationSharingMutation($input: SetLocationSharingInput!) @raw_response_type {
    setLocationSharing(input: $input) {
      __typename
      ... on SetLocationSharingSuccess {
        sharedAlbum {
          id
          sharesLocations
        }
      }
      ... on AlbumNotFound {
        __typename
      }
    }
  }
`

/**
 * Returns a function that sets whether participants see where the customer's photos were taken. The choice is shown at
 * once, and reverted if the mutation fails. The function resolves with true if the choice is stored.
 */
export function useSetLocationSharing(): (sharedAlbumId: string, sharesLocations: boolean) => Promise<boolean> {
  const [run] = useAppMutation<useSetLocationSharingMutation>(mutation)
  return async (sharedAlbumId, sharesLocations) => {
    const outcome = await run({
      variables: { input: { sharedAlbumId, sharesLocations } },
      optimisticResponse: {
        setLocationSharing: {
          __typename: 'SetLocationSharingSuccess',
          sharedAlbum: { id: sharedAlbumId, sharesLocations },
        },
      },
    })
    return outcome.kind === 'answered' && outcome.response.setLocationSharing.__typename === 'SetLocationSharingSuccess'
  }
}

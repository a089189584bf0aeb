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
 * Decides whether participants see where the customer's photos were taken. The choice is shown at once, and taken back
 * if the mutation fails. Resolves to whether it is stored.
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

import { graphql } from 'react-relay/hooks'
import type { endLinkMutation } from '../../../__generated__/endLinkMutation.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation endLinkMutation($input: EndWidgetLinkInput!) {
    endWidgetLink(input: $input) {
      __typename
      ... on EndWidgetLinkSuccess {
        widget {
          ...BookView_book
        }
      }
      ... on WidgetLinkNotFound {
        __typename
      }
    }
  }
`

/** Ends a link immediately. A link that ended elsewhere counts as ended. Resolves to false after a failure. */
export async function endLink({ environment }: Session, linkId: string): Promise<boolean> {
  const outcome = await runMutation<endLinkMutation>(environment, mutation, {
    variables: { input: { linkId } },
    // An updater, because the response contains no book if reading it failed, or if the link does not exist any more.
    updater: (store, response) => {
      if (isEnded(response?.endWidgetLink.__typename)) store.get(linkId)?.setValue('ENDED', 'state')
    },
  })
  return outcome.kind === 'answered' && isEnded(outcome.response.endWidgetLink.__typename)
}

function isEnded(kind: string | undefined): boolean {
  return kind === 'EndWidgetLinkSuccess' || kind === 'WidgetLinkNotFound'
}

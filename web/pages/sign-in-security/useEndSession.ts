import { graphql } from 'react-relay/hooks'
import type { useEndSessionMutation } from '../../__generated__/useEndSessionMutation.graphql.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'
import { removeFromViewer } from './removeFromViewer.ts'

const mutation = graphql`
  mutation useEndSessionMutation($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
    }
  }
`

/**
 * Ends a session and removes it from the list. A session that has ended already counts as ended. Resolves to false
 * after a failure.
 */
export function useEndSession(): readonly [end: (sessionId: string) => Promise<boolean>, isEnding: boolean] {
  const [run, isEnding] = useAppMutation<useEndSessionMutation>(mutation)
  const end = async (sessionId: string) => {
    const outcome = await run({
      variables: { input: { sessionId } },
      // An updater instead of @deleteRecord, because SessionNotFound has no id, and because @deleteRecord would leave
      // an empty entry in the list.
      updater: (store, response) => {
        if (isGone(response?.endSession.__typename)) removeFromViewer(store, 'sessions', sessionId)
      },
    })
    return outcome.kind === 'answered' && isGone(outcome.response.endSession.__typename)
  }
  return [end, isEnding]
}

function isGone(kind: string | undefined): boolean {
  return kind === 'EndSessionSuccess' || kind === 'SessionNotFound'
}

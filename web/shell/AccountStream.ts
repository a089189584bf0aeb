import { useEffect } from 'react'
import { graphql } from 'react-relay/hooks'
import { useNavigate } from 'react-router-dom'
import type { AccountStreamSubscription } from '../__generated__/AccountStreamSubscription.graphql.ts'
import { useSession } from '../app/sessionContext.ts'
import { followEvents } from '../relay/followEvents.ts'
import { carryAlong } from '../shared/carryAlong.ts'
import { signedOutPath } from '../shared/paths.ts'

const subscription = graphql`
  subscription AccountStreamSubscription($after: String) {
    accountEvents(after: $after) {
      cursor
      change {
        __typename
        ... on SessionsEnded {
          before
        }
        ... on ChosenSessionsEnded {
          endsThisSession
        }
      }
    }
  }
`

type Change = AccountStreamSubscription['response']['accountEvents']['change']

/**
 * Signs out immediately when another browser or tab has ended this sign-in, or all sign-ins of the account, for example
 * by a change of the e-mail address. An event can be replayed, so it does not end a sign-in that started after it.
 */
export function useAccountStream(): void {
  const { environment, signIn } = useSession()
  const navigate = useNavigate()
  useEffect(
    () =>
      followEvents<AccountStreamSubscription>(environment, {
        subscription,
        variables: (after) => ({ after }),
        cursorOf: ({ accountEvents }) => accountEvents.cursor,
        onNext({ accountEvents: { change } }) {
          if (signIn.hasEnded || !endsSignIn(change, signIn.session()?.signedInAt ?? 0)) return
          signIn.markEnded()
          void navigate(carryAlong(signedOutPath, location.search), { replace: true })
        },
      }),
    [environment, signIn, navigate],
  )
}

/**
 * @param signedInAt seconds since 1970
 */
function endsSignIn(change: Change, signedInAt: number): boolean {
  if (change?.__typename === 'ChosenSessionsEnded') return change.endsThisSession
  // Tokens state whole seconds. A sign-in of the same second may be the new one.
  return change?.__typename === 'SessionsEnded' && signedInAt < Math.floor(Date.parse(change.before) / 1000)
}

import { useEffect } from 'react'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { AccountWatchQuery } from '../__generated__/AccountWatchQuery.graphql.ts'
import { useSession } from '../app/sessionContext.ts'
import { useFreshQuery } from '../relay/useFreshQuery.ts'
import { accountStatusOf } from '../shared/accountStatus.ts'
import { SignOut } from '../shared/settings/CustomerPart.tsx'

const query = graphql`
  query AccountWatchQuery {
    viewer {
      customer @catch(to: RESULT) {
        business {
          status
        }
      }
    }
  }
`

/**
 * Runs on every page: signs the customer out if the account is deleted or marked for deletion, and follows the status
 * of a business account.
 */
export function AccountWatch() {
  // An error of this request must not replace the customer in the Relay store, because pages show the customer too.
  const { reference } = useFreshQuery<AccountWatchQuery>(query, undefined, { isWhole: true })
  return reference && <Watching queryReference={reference} />
}

function Watching({ queryReference }: { readonly queryReference: PreloadedQuery<AccountWatchQuery> }) {
  const session = useSession()
  const customer = usePreloadedQuery<AccountWatchQuery>(query, queryReference).viewer?.customer
  const isGone = customer?.ok === true && !customer.value
  // A failure of the service changes nothing.
  const status = customer?.ok ? (customer.value?.business?.status ?? null) : undefined
  useEffect(() => {
    if (status !== undefined) accountStatusOf(session).set(status)
  }, [session, status])
  return isGone ? <SignOut /> : null
}

import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { AddressesPageQuery } from '../../__generated__/AddressesPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { CustomerPart } from '../../shared/settings/CustomerPart.tsx'
import { AddressesList } from './AddressesList.tsx'
import { AddressesSkeleton } from './AddressesSkeleton.tsx'

const query = graphql`
  query AddressesPageQuery {
    viewer {
      customer @catch(to: RESULT) {
        ...AddressesList_customer
      }
    }
  }
`

/** The address book: the default address first. */
export function AddressesPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<AddressesPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="settings"
      text={formatMessage({ id: 'addresses.text' })}
      failure={formatMessage({ id: 'settings.loadFailed' })}
      skeleton={<AddressesSkeleton />}
    >
      <Addresses page={page} />
    </PageFrame>
  )
}

function Addresses({ page }: { readonly page: LoadedQuery<AddressesPageQuery> }) {
  const { viewer } = usePreloadedQuery<AddressesPageQuery>(query, page.reference)
  useReturn(() => page.refresh())
  return (
    <CustomerPart result={viewer?.customer} onRetry={page.retry}>
      {(customer) => <AddressesList customer={customer} onRetry={page.retry} />}
    </CustomerPart>
  )
}

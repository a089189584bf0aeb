import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { PersonalDetailsPageQuery } from '../../__generated__/PersonalDetailsPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { CustomerPart } from '../../shared/settings/CustomerPart.tsx'
import { FieldsSkeleton } from '../../shared/settings/FieldsSkeleton.tsx'
import { PersonalDetailsForm } from './PersonalDetailsForm.tsx'

const query = graphql`
  query PersonalDetailsPageQuery {
    viewer {
      customer @catch(to: RESULT) {
        ...PersonalDetailsForm_customer
      }
    }
  }
`

/** The name, the phone number, the date of birth and the language of the customer. */
export function PersonalDetailsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<PersonalDetailsPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="settings"
      failure={formatMessage({ id: 'settings.loadFailed' })}
      skeleton={<FieldsSkeleton count={5} />}
    >
      <PersonalDetails page={page} />
    </PageFrame>
  )
}

function PersonalDetails({ page }: { readonly page: LoadedQuery<PersonalDetailsPageQuery> }) {
  const { viewer } = usePreloadedQuery<PersonalDetailsPageQuery>(query, page.reference)
  useReturn(() => page.refresh())
  return (
    <CustomerPart result={viewer?.customer} onRetry={page.retry}>
      {(customer) => <PersonalDetailsForm customer={customer} />}
    </CustomerPart>
  )
}

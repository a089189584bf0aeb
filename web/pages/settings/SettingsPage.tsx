import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { SettingsPageQuery } from '../../__generated__/SettingsPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { Newsletter } from '../../shared/newsletter/Newsletter.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { CustomerPart } from '../../shared/settings/CustomerPart.tsx'
import { BusinessDetails } from './BusinessDetails.tsx'
import { SettingsLinks } from './SettingsLinks.tsx'
import styles from './SettingsPage.module.css'

const query = graphql`
  query SettingsPageQuery {
    viewer {
      email
      ...Newsletter_viewer
      customer @catch(to: RESULT) {
        business {
          __typename
        }
        ...BusinessDetails_customer
      }
    }
  }
`

/** The settings: the details of a business account, the links to the other parts, and the newsletter. */
export function SettingsPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<SettingsPageQuery>(query)
  return (
    <PageFrame query={page} back="menu" failure={formatMessage({ id: 'settings.loadFailed' })}>
      <Settings page={page} />
    </PageFrame>
  )
}

function Settings({ page }: { readonly page: LoadedQuery<SettingsPageQuery> }) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<SettingsPageQuery>(query, page.reference)
  return (
    <CustomerPart result={viewer?.customer} onRetry={page.retry}>
      {(customer) => (
        <>
          <p className={styles.account}>{formatMessage({ id: 'settings.account' }, { email: viewer?.email })}</p>
          {customer.business && <BusinessDetails customer={customer} />}
          <SettingsLinks />
          {viewer && <Newsletter viewer={viewer} onRetry={page.retry} />}
        </>
      )}
    </CustomerPart>
  )
}

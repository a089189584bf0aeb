import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { FtpIntegrationPageQuery } from '../../__generated__/FtpIntegrationPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { CustomerPart } from '../../shared/settings/CustomerPart.tsx'
import { FieldsSkeleton } from '../../shared/settings/FieldsSkeleton.tsx'
import { FtpForm } from './FtpForm.tsx'
import { FtpInstructions } from './FtpInstructions.tsx'

const query = graphql`
  query FtpIntegrationPageQuery {
    viewer {
      customer @catch(to: RESULT) {
        ...FtpForm_customer
      }
    }
  }
`

/** How a business account sends orders by FTP, and where it gets its delivery notices. */
export function FtpIntegrationPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<FtpIntegrationPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="menu"
      text={formatMessage({ id: 'ftp.text' })}
      tools={<FtpInstructions />}
      failure={formatMessage({ id: 'settings.loadFailed' })}
      skeleton={<FieldsSkeleton count={2} />}
    >
      <FtpIntegration page={page} />
    </PageFrame>
  )
}

function FtpIntegration({ page }: { readonly page: LoadedQuery<FtpIntegrationPageQuery> }) {
  const { viewer } = usePreloadedQuery<FtpIntegrationPageQuery>(query, page.reference)
  useReturn(() => page.refresh())
  return (
    <CustomerPart result={viewer?.customer} onRetry={page.retry}>
      {(customer) => <FtpForm customer={customer} />}
    </CustomerPart>
  )
}

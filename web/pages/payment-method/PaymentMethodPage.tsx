import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { PaymentMethodPageQuery } from '../../__generated__/PaymentMethodPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useReturn } from '../../relay/useReturn.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { PaymentMethodSection } from './PaymentMethodSection.tsx'
import { PaymentMethodSkeleton } from './PaymentMethodSkeleton.tsx'

// Without @throwOnFieldError, a failure would look like an installation that stores no payment methods.
const query = graphql`
  query PaymentMethodPageQuery @throwOnFieldError {
    viewer {
      paymentMethods {
        ...PaymentMethodSection_methods
      }
    }
  }
`

/** The payment method of the customer: what is stored, how to add another one, and how to remove it. */
export function PaymentMethodPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<PaymentMethodPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="settings"
      text={formatMessage({ id: 'payment.text' })}
      failure={formatMessage({ id: 'payment.loadFailed' })}
      skeleton={<PaymentMethodSkeleton />}
    >
      <PaymentMethod page={page} />
    </PageFrame>
  )
}

function PaymentMethod({ page }: { readonly page: LoadedQuery<PaymentMethodPageQuery> }) {
  const { viewer } = usePreloadedQuery<PaymentMethodPageQuery>(query, page.reference)
  useReturn(() => page.refresh())
  if (!viewer?.paymentMethods) return <FormattedMessage id="payment.notOffered" tagName="p" />
  return <PaymentMethodSection methods={viewer.paymentMethods} onChanged={() => page.refresh()} />
}

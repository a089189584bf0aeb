import { FormattedMessage, useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { OrderInvoicesQuery } from '../../../__generated__/OrderInvoicesQuery.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { type LoadedQuery, useLoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useHasAnswer } from '../../../relay/useHasAnswer.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { InvoiceList } from '../../../shared/invoices/InvoiceList.tsx'
import { InvoiceListSkeleton } from '../../../shared/invoices/InvoiceListSkeleton.tsx'
import { useReadAgain } from '../../../shared/useReadAgain.ts'
import { useOrderChange } from '../../../shared/orders/OrderEvents.ts'
import { invoicesPath } from '../../../shared/paths.ts'
import { QuerySection } from '../../../shared/QuerySection.tsx'
import { actionLink } from '../../../ui/actionLink.ts'
import styles from './OrderInvoices.module.css'
import { Section } from '../../../shared/Section.tsx'

// Without @throwOnFieldError, a failure would look like a service that does not know the invoices of an order.
const query = graphql`
  query OrderInvoicesQuery($code: String!) @throwOnFieldError {
    viewer {
      order(code: $code) {
        code
        status
        payment
        invoices {
          kind
          ...InvoiceList_invoices
        }
      }
    }
  }
`

export interface OrderInvoicesProps {
  /** The query, as the page's route has started it. */
  readonly loaded: PreloadedQuery<OrderInvoicesQuery>
}

/**
 * The invoice and the credit note of the order. They have a query of their own, so the order does not wait for them.
 */
export function OrderInvoices({ loaded }: OrderInvoicesProps) {
  const { formatMessage } = useIntl()
  const invoices = useLoadedQuery<OrderInvoicesQuery>(query, loaded)
  const hasAnswer = useHasAnswer<OrderInvoicesQuery>(query, invoices.reference)
  return (
    <Section
      title={<FormattedMessage id="invoices.title" />}
      aside={
        <AppLink to={invoicesPath} className={actionLink}>
          <FormattedMessage id="invoices.all" />
        </AppLink>
      }
      className={styles.section}
    >
      <QuerySection
        query={invoices}
        hasAnswer={hasAnswer}
        failure={formatMessage({ id: 'invoices.loadFailed' })}
        skeleton={<InvoiceListSkeleton count={1} />}
      >
        <Invoices invoices={invoices} />
      </QuerySection>
    </Section>
  )
}

type Order = NonNullable<NonNullable<OrderInvoicesQuery['response']['viewer']>['order']>

function Invoices({ invoices }: { readonly invoices: LoadedQuery<OrderInvoicesQuery> }) {
  const { formatMessage } = useIntl()
  const order = usePreloadedQuery<OrderInvoicesQuery>(query, invoices.reference).viewer?.order
  const read = () => invoices.refresh()
  useOrderChange((changed) => {
    if (!changed || !order || changed.has(order.code)) read()
  })
  const shown = order?.invoices
  const isLate = useReadAgain(order ? isExpected(order) : false, read)
  if (shown && shown.length > 0) {
    return <InvoiceList invoices={shown} level={3} label={formatMessage({ id: 'invoices.title' })} onRead={read} />
  }
  return (
    <p aria-live="polite" className={styles.none}>
      {isLate ? <LateInvoice /> : <FormattedMessage id={reasonOf(order)} />}
    </p>
  )
}

/** Says that the invoice is late, and who can help. Does not promise a time. */
function LateInvoice() {
  const { links } = useSession().config
  return (
    <>
      <FormattedMessage id="order.invoice.late" />{' '}
      <a href={links.customerCare}>
        <FormattedMessage id="order.contact" />
      </a>
    </>
  )
}

/** Whether the service will soon issue an invoice for the payment, or a credit note for the cancellation. */
function isExpected({ status, payment, invoices }: Order): boolean {
  if (!invoices) return false
  if (status === 'CANCELLED') return invoices.length > 0 && invoices.every(({ kind }) => kind === 'INVOICE')
  return payment === 'SUCCEEDED' && invoices.length === 0
}

/** The message that says why no invoice is shown. */
function reasonOf(order: Order | null | undefined): string {
  if (!order?.invoices) return 'order.invoice.unknown'
  if (isExpected(order)) return 'order.invoice.soon'
  const isUnpaid = order.payment === 'PENDING' || order.payment === 'FAILED'
  return isUnpaid && order.status !== 'CANCELLED' ? 'order.invoice.unpaid' : 'order.invoice.none'
}

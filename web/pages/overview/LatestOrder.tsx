import type { ReactNode, RefObject } from 'react'
import { type PreloadedQuery, graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import { FormattedMessage, useIntl } from 'react-intl'
import type { LatestOrder_order$key } from '../../__generated__/LatestOrder_order.graphql.ts'
import type { LatestOrderQuery } from '../../__generated__/LatestOrderQuery.graphql.ts'
import { useFreshQuery } from '../../relay/useFreshQuery.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { AddressDeadline } from '../../shared/orders/AddressDeadline.tsx'
import { LinePictures } from '../../shared/orders/LinePictures.tsx'
import { useOrderChange } from '../../shared/orders/OrderEvents.ts'
import card from '../../shared/orders/OrderCard.module.css'
import { OrderStatus } from '../../shared/orders/OrderStatus.tsx'
import { useNextDate } from '../../shared/orders/useNextDate.ts'
import { useOrderTitle } from '../../shared/orders/useOrderTitle.ts'
import { useTimeLeft } from '../../shared/orders/useTimeLeft.ts'
import { PartFailure } from '../../shared/PartFailure.tsx'
import { orderPath, ordersPath } from '../../shared/paths.ts'
import { classes } from '../../ui/classes.ts'
import { usePartMemory } from './partMemory.ts'
import { PartSkeleton } from './PartSkeleton.tsx'
import styles from './LatestOrder.module.css'

const query = graphql`
  query LatestOrderQuery {
    viewer {
      orders(list: IN_PROGRESS, first: 1) {
        edges {
          node {
            status
            shipments {
              status
            }
            ...LatestOrder_order
          }
        }
      }
    }
  }
`

const fragment = graphql`
  fragment LatestOrder_order on Order {
    code
    canChangeAddress {
      isAllowed
      until
    }
    lines {
      ...LinePictures_line
    }
    ...OrderStatus_order
    ...useOrderTitle_order
    ...useNextDate_order
  }
`

export interface LatestOrderProps {
  /** The height (px) of the space that is reserved until the answer arrives; null: none. */
  readonly reservedHeight: number | null
}

/** The latest order while the customer waits for it; otherwise nothing. */
export function LatestOrder({ reservedHeight }: LatestOrderProps) {
  const { formatMessage } = useIntl()
  const { reference, hasFailed, ask, retry, isRetrying } = useFreshQuery<LatestOrderQuery>(query)
  useOrderChange(() => void ask())
  const failure = (
    <PartFailure message={formatMessage({ id: 'orders.loadFailed' })} isRetrying={isRetrying} onRetry={retry} />
  )
  if (reference) return <LoadedOrder queryReference={reference} failure={failure} />
  if (hasFailed) return failure
  return reservedHeight === null ? null : <PartSkeleton height={reservedHeight} />
}

interface LoadedOrderProps {
  readonly queryReference: PreloadedQuery<LatestOrderQuery>
  /** Shown if the orders service has failed. */
  readonly failure: ReactNode
}

function LoadedOrder({ queryReference, failure }: LoadedOrderProps) {
  const orders = usePreloadedQuery<LatestOrderQuery>(query, queryReference).viewer?.orders
  const order = orders?.edges[0]?.node
  const isShown = order ? isAwaited(order) : false
  const ref = usePartMemory('latestOrder', orders ? isShown : null)
  if (!orders) return failure
  return order && isShown ? <Order ref={ref} order={order} /> : null
}

type OrderNode = NonNullable<
  NonNullable<NonNullable<LatestOrderQuery['response']['viewer']>['orders']>['edges'][number]['node']
>

/** Whether the order has neither arrived nor been cancelled. */
function isAwaited({ status, shipments }: Pick<OrderNode, 'status' | 'shipments'>): boolean {
  const isDelivered = status === 'SENT' && shipments?.length && shipments.every((one) => one.status === 'DELIVERED')
  return status !== 'CANCELLED' && !isDelivered
}

interface OrderProps {
  readonly order: LatestOrder_order$key
  readonly ref: RefObject<HTMLElement | null>
}

function Order({ order: key, ref }: OrderProps) {
  const { formatMessage } = useIntl()
  const order = useFragment(fragment, key)
  const title = useOrderTitle(order)
  const next = useNextDate(order)
  return (
    <section
      ref={ref}
      aria-label={formatMessage({ id: 'overview.order' })}
      className={classes(card.card, styles.order)}
    >
      <LinePictures lines={order.lines} maximum={3} />
      <div className={styles.about}>
        <OrderStatus order={order} />
        <h2 className={classes(card.title, styles.title)}>
          <AppLink to={orderPath(order.code)} className={card.link}>
            {title}
          </AppLink>
        </h2>
        {next && <p className={styles.next}>{next.text}</p>}
        <Deadline until={order.canChangeAddress.until ?? null} isAllowed={order.canChangeAddress.isAllowed} />
      </div>
      <AppLink to={ordersPath} className={styles.all}>
        <FormattedMessage id="order.all" />
      </AppLink>
    </section>
  )
}

interface DeadlineProps {
  readonly until: string | null
  readonly isAllowed: boolean
}

/** Until when the address can be changed. Renders nothing without a time: the page of the order says more. */
function Deadline({ until, isAllowed }: DeadlineProps) {
  const left = useTimeLeft(isAllowed ? until : null)
  if (left === null || left <= 0) return null
  return (
    <p className={styles.deadline}>
      <AddressDeadline until={until} left={left} />
    </p>
  )
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AddressClock_order$key } from '../../../../__generated__/AddressClock_order.graphql.ts'
import { AddressDeadline } from '../../../../shared/orders/AddressDeadline.tsx'
import { useTimeLeft } from '../../../../shared/orders/useTimeLeft.ts'
import { actionLink } from '../../../../ui/actionLink.ts'
import { Notice } from '../../../../shared/Notice.tsx'
import styles from './AddressClock.module.css'
import { addressSectionId } from './addressSectionId.ts'

const fragment = graphql`
  fragment AddressClock_order on Order {
    canChangeAddress {
      isAllowed
      until
    }
  }
`

export interface AddressClockProps {
  readonly order: AddressClock_order$key
  /** Called once when the time has passed while the page is open. */
  readonly onOver: () => void
}

/** Says until when the address can be changed, or that this time has passed. */
export function AddressClock({ order, onOver }: AddressClockProps) {
  const { isAllowed, until } = useFragment(fragment, order).canChangeAddress
  const left = useTimeLeft(isAllowed ? (until ?? null) : null)
  useOnEnd(left, onOver)
  if (!isAllowed) return null
  const isOver = left !== null && left <= 0
  return (
    <Notice tone="info" title={<AddressDeadline until={until ?? null} left={left} />} className={styles.clock}>
      {!isOver && (
        <a href={`#${addressSectionId}`} className={actionLink}>
          <FormattedMessage id="order.address.change" />
        </a>
      )}
    </Notice>
  )
}

/** Calls back when the time left reaches zero, but not if it was zero from the start. */
function useOnEnd(left: number | null, onEnd: () => void): void {
  const wasRunning = useRef(false)
  const end = useEffectEvent(onEnd)
  const isOver = left !== null && left <= 0
  useEffect(() => {
    if (isOver && wasRunning.current) end()
    wasRunning.current = left !== null && !isOver
  }, [isOver, left])
}

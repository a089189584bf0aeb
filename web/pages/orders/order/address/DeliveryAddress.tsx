import { useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  DeliveryAddress_order$data,
  DeliveryAddress_order$key,
} from '../../../../__generated__/DeliveryAddress_order.graphql.ts'
import { AddressLines } from '../../../../shared/address/AddressLines.tsx'
import { readAddress } from '../../../../shared/address/readAddress.ts'
import { useTimeLeft } from '../../../../shared/orders/useTimeLeft.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Section } from '../../../../shared/Section.tsx'
import { AddressForm } from './AddressForm.tsx'
import { addressSectionId } from './addressSectionId.ts'
import { addressVersion } from './addressVersion.ts'
import styles from './DeliveryAddress.module.css'
import { type AddressChangeState, useAddressChange } from './useAddressChange.ts'

const fragment = graphql`
  fragment DeliveryAddress_order on Order {
    id
    version
    status
    deliveryType
    deliveryAddress {
      ...readAddress_address
    }
    canChangeAddress {
      isAllowed
      reason
      until
    }
  }
`

/** Shows where the order is delivered, and lets the customer change the address while this is possible. */
export function DeliveryAddress({ order: key }: { readonly order: DeliveryAddress_order$key }) {
  const order = useFragment(fragment, key)
  const address = order.deliveryAddress ? readAddress(order.deliveryAddress) : null
  const current = addressVersion(order.version, address)
  const change = useAddressChange(order.id, current)
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, draft } = change
  useFocusAfterForm(heading, state)
  const isOpen = draft !== null
  if (!current.address && !isOpen) return null
  return (
    <Section
      id={addressSectionId}
      headingRef={heading}
      title={<FormattedMessage id="order.address" />}
      aside={<DeliveryKind order={order} state={state} />}
    >
      {isOpen ? <AddressForm change={change} draft={draft} /> : null}
      {!isOpen && current.address && <AddressLines address={current.address} />}
      {/* Rendered while empty, so that screen readers announce the text. */}
      <output className={styles.done}>
        {state.kind === 'SuccessfulUpdate' && <FormattedMessage id="order.address.changed" />}
      </output>
      {!isOpen && <ChangeButton order={order} onPress={change.edit} />}
    </Section>
  )
}

interface DeliveryKindProps {
  readonly order: DeliveryAddress_order$data
  readonly state: AddressChangeState
}

/** The type of the delivery: to the home or to a parcel shop. While the address is being changed, says that instead. */
function DeliveryKind({ order: { deliveryType }, state }: DeliveryKindProps) {
  const isChanging = state.kind === 'RequestInProgress' || state.kind === 'RequestSent'
  const type = isChanging ? 'CHANGING' : deliveryType
  if (!type || type === '%future added value') return null
  return (
    <p className={styles.type}>
      <FormattedMessage id={`order.deliveryType.${type}`} />
    </p>
  )
}

interface ChangeButtonProps {
  readonly order: DeliveryAddress_order$data
  readonly onPress: () => void
}

/** Opens the form, or says why the address cannot be changed. */
function ChangeButton({ order: { canChangeAddress, status }, onPress }: ChangeButtonProps) {
  const { isAllowed, reason, until } = canChangeAddress
  const left = useTimeLeft(isAllowed ? (until ?? null) : null)
  if (isAllowed && (left === null || left > 0)) {
    return (
      <Button className={styles.change} onPress={onPress}>
        <FormattedMessage id="order.address.change" />
      </Button>
    )
  }
  // A cancelled order needs no reason here: its state is shown on the same page.
  const isExplained = !isAllowed && reason && reason !== '%future added value' && status !== 'CANCELLED'
  return (
    isExplained && (
      <p className={styles.reason}>
        <FormattedMessage id={`order.unavailable.${reason}`} />
      </p>
    )
  )
}

/** When the form has closed, the focus goes to the heading, because the button that had it was removed. */
function useFocusAfterForm(heading: { readonly current: HTMLElement | null }, { kind }: AddressChangeState): void {
  const last = useRef(kind)
  useEffect(() => {
    const hadForm = last.current !== 'NotStarted' && last.current !== 'SuccessfulUpdate'
    last.current = kind
    if (hadForm && (kind === 'NotStarted' || kind === 'SuccessfulUpdate')) heading.current?.focus()
  }, [heading, kind])
}

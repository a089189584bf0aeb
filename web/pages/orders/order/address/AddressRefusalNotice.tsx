import { FormattedMessage } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { AddressLines } from '../../../../shared/address/AddressLines.tsx'
import { actionLink } from '../../../../ui/actionLink.ts'
import { Button } from '../../../../ui/Button.tsx'
import styles from './AddressRefusalNotice.module.css'
import type { AddressVersion } from './addressVersion.ts'
import type { AddressRefusal } from './useChangeDeliveryAddress.ts'

export interface AddressRefusalNoticeProps {
  readonly refusal: AddressRefusal
  /** Replaces the current address by the typed one. */
  readonly onOverwrite: (current: AddressVersion) => Promise<void>
  /** Keeps the current address. */
  readonly onDiscard: () => void
}

/** Says why the address was not changed, and what the customer can do. */
export function AddressRefusalNotice({ refusal, onOverwrite, onDiscard }: AddressRefusalNoticeProps) {
  const { links } = useSession().config
  return (
    <div data-refusal="" tabIndex={-1} className={styles.notice}>
      <p className={styles.text}>
        <FormattedMessage id={`order.address.refused.${refusal.kind}`} />
      </p>
      {refusal.kind === 'changedMeanwhile' && (
        <>
          {refusal.current.address && <AddressLines address={refusal.current.address} />}
          <div className={styles.buttons}>
            <Button onPress={onDiscard}>
              <FormattedMessage id="order.address.keepCurrent" />
            </Button>
            <Button variant="primary" onPress={() => void onOverwrite(refusal.current)}>
              <FormattedMessage id="order.address.useTyped" />
            </Button>
          </div>
        </>
      )}
      {(refusal.kind === 'closed' || refusal.kind === 'priceChanges' || refusal.kind === 'missing') && (
        <a href={links.customerCare} className={actionLink}>
          <FormattedMessage id="order.contact" />
        </a>
      )}
      {refusal.kind === 'failed' && refusal.correlationId !== '' && (
        <p className={styles.reference}>
          <FormattedMessage id="common.reference" values={{ correlationId: refusal.correlationId }} />
        </p>
      )}
    </div>
  )
}

import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { AddressListItem_address$key } from '../../__generated__/AddressListItem_address.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { AddressLines } from '../../shared/address/AddressLines.tsx'
import { readAddress } from '../../shared/address/readAddress.ts'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { useAddressPaths } from '../../shared/useSettingsPath.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './AddressListItem.module.css'
import { addressLabel } from '../../shared/address/addressLabel.ts'
import { deleteAddress } from './deleteAddress.ts'
import { setDefaultAddress } from './setDefaultAddress.ts'

const fragment = graphql`
  fragment AddressListItem_address on Address {
    id
    isDefault
    postal {
      ...readAddress_address
    }
  }
`

export interface AddressListItemProps {
  readonly address: AddressListItem_address$key
  /** The id of the element that says why a blocked account can change nothing. Null: the account is not blocked. */
  readonly blockedReasonId: string | null
  /** Called before the address leaves the list. */
  readonly onDelete: () => void
  /** Called before the address changes its place in the list. */
  readonly onMove: () => void
}

/** An address of the address book, with the actions for it. */
export function AddressListItem({ address: key, blockedReasonId, onDelete, onMove }: AddressListItemProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const { id, isDefault, postal } = useFragment(fragment, key)
  const address = readAddress(postal)
  const name = addressLabel(address)
  const { address: pathOf } = useAddressPaths()
  const [isPending, setPending] = useState(false)
  const isBlocked = blockedReasonId !== null
  const blocked = { isDisabled: isBlocked, 'aria-describedby': blockedReasonId ?? undefined }
  const makeDefault = async () => {
    setPending(true)
    onMove()
    await setDefaultAddress(session, id)
    setPending(false)
  }
  const remove = () => {
    onDelete()
    void deleteAddress(session, id)
  }
  const hiddenName = <VisuallyHidden>{name}</VisuallyHidden>
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        {isDefault && (
          <p className={styles.default}>
            <FormattedMessage id="addresses.default" />
          </p>
        )}
        <AddressLines address={address} />
      </div>
      <div className={styles.actions}>
        <div className={styles.choices}>
          {isBlocked ? (
            <Button {...blocked} size="small">
              <FormattedMessage id="addresses.edit" /> {hiddenName}
            </Button>
          ) : (
            <AppLinkButton data-address={id} to={pathOf(id)} size="small">
              <FormattedMessage id="addresses.edit" /> {hiddenName}
            </AppLinkButton>
          )}
          {!isDefault && (
            <Button {...blocked} size="small" isPending={isPending} onPress={() => void makeDefault()}>
              <FormattedMessage id="addresses.makeDefault" /> {hiddenName}
            </Button>
          )}
        </div>
        <IconButton
          {...blocked}
          label={formatMessage({ id: 'addresses.delete' }, { name })}
          icon={<TrashIcon />}
          onPress={remove}
        />
      </div>
    </li>
  )
}

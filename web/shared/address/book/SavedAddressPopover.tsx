import { Menu, MenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import type { RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { type PreloadedQuery, usePreloadedQuery } from 'react-relay/hooks'
import type { TypedAddress } from '../../../../schema/rules/postalAddress.ts'
import type { addressBookQuery } from '../../../__generated__/addressBookQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/useFreshQuery.ts'
import { actionLink } from '../../../ui/actionLink.ts'
import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AppLink } from '../../AppLink.tsx'
import { PartFailure } from '../../PartFailure.tsx'
import { settingsPaths } from '../../paths.ts'
import { addressLabel } from '../addressLabel.ts'
import { AddressLines } from '../AddressLines.tsx'
import { type SavedAddress, query, readAddressBook } from './addressBook.ts'
import styles from './SavedAddressPopover.module.css'

export interface SavedAddressPopoverProps {
  readonly countries: readonly string[]
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onChoose: (address: TypedAddress) => void
  readonly onClose: () => void
}

/**
 * The list of saved addresses, with arrow keys, type-ahead and Escape. The addresses are requested each time it opens,
 * and when the customer comes back to the window, because the address book may have changed in another tab.
 */
export function SavedAddressPopover({ countries, trigger, onChoose, onClose }: SavedAddressPopoverProps) {
  const { formatMessage } = useIntl()
  const { reference, hasFailed, retry, isRetrying } = useFreshQuery<addressBookQuery>(query, undefined, {
    // Otherwise an answer without addresses because of an error would look like an empty address book.
    isWhole: true,
  })
  return (
    <Popover
      aria-label={formatMessage({ id: 'addresses.title' })}
      isOpen
      onOpenChange={onClose}
      triggerRef={trigger}
      placement="bottom start"
      offset={4}
      className={classes(styles.popover)}
    >
      {reference && <Addresses reference={reference} countries={countries} onChoose={onChoose} />}
      {!reference && hasFailed && (
        <PartFailure
          message={formatMessage({ id: 'savedAddress.loadFailed' })}
          isRetrying={isRetrying}
          onRetry={retry}
        />
      )}
      {!reference && !hasFailed && <Loading />}
      <AppLink to={settingsPaths.allAddresses} className={classes(actionLink, styles.all)}>
        <FormattedMessage id="savedAddress.all" />
      </AppLink>
    </Popover>
  )
}

function Loading() {
  return (
    <div className={styles.loading}>
      <output className={styles.text}>
        <FormattedMessage id="savedAddress.loading" />
      </output>
      <Skeleton className={styles.skeleton} />
    </div>
  )
}

interface AddressesProps extends Pick<SavedAddressPopoverProps, 'countries' | 'onChoose'> {
  readonly reference: PreloadedQuery<addressBookQuery>
}

function Addresses({ reference, countries, onChoose }: AddressesProps) {
  const { formatDisplayName, formatList, formatMessage } = useIntl()
  const book = readAddressBook(usePreloadedQuery<addressBookQuery>(query, reference), countries)
  const { addresses, otherCountries, hasMore } = book
  const names = otherCountries.map((code) => formatDisplayName(code, { type: 'region' }) ?? code)
  return (
    <>
      {addresses.length > 0 && (
        <Menu
          aria-label={formatMessage({ id: 'addresses.title' })}
          // The customer has just opened the list and continues in it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus="first"
          className={classes(styles.menu)}
        >
          {addresses.map((saved) => (
            <SavedAddressItem key={saved.id} saved={saved} onChoose={onChoose} />
          ))}
        </Menu>
      )}
      {addresses.length === 0 && names.length === 0 && (
        <p className={styles.text}>
          <FormattedMessage id="savedAddress.none" />
        </p>
      )}
      {names.length > 0 && (
        <p className={styles.text}>
          <FormattedMessage id="savedAddress.notDelivered" values={{ countries: formatList(names) }} />
        </p>
      )}
      {hasMore && (
        <p className={styles.text}>
          <FormattedMessage id="savedAddress.more" values={{ count: addresses.length }} />
        </p>
      )}
    </>
  )
}

interface SavedAddressItemProps extends Pick<SavedAddressPopoverProps, 'onChoose'> {
  readonly saved: SavedAddress
}

function SavedAddressItem({ saved: { id, isDefault, address }, onChoose }: SavedAddressItemProps) {
  return (
    <MenuItem
      id={id}
      textValue={addressLabel(address)}
      className={classes(styles.entry)}
      onAction={() => onChoose(address)}
    >
      {isDefault && (
        <span className={styles.default}>
          <FormattedMessage id="addresses.default" />
        </span>
      )}
      <AddressLines address={address} />
    </MenuItem>
  )
}

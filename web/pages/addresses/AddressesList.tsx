import { useEffect, useId, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { AddressesListPaginationQuery } from '../../__generated__/AddressesListPaginationQuery.graphql.ts'
import type { AddressesList_customer$key } from '../../__generated__/AddressesList_customer.graphql.ts'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { PagedList } from '../../shared/paged-list/PagedList.tsx'
import { BlockedReason } from '../../shared/settings/SettingsForm.tsx'
import { useIsBlocked } from '../../shared/settings/useIsBlocked.ts'
import { useAddressPaths } from '../../shared/useSettingsPath.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { AddressListItem } from './AddressListItem.tsx'
import styles from './AddressesList.module.css'

/** The page size. The fragment repeats this number. */
const addressesPerPage = 50

const fragment = graphql`
  fragment AddressesList_customer on Customer
  @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
  @refetchable(queryName: "AddressesListPaginationQuery") {
    addresses(first: $first, after: $after) @connection(key: "AddressesList_addresses", filters: []) {
      edges {
        node {
          id
          ...AddressListItem_address
        }
      }
    }
    ...useIsBlocked_customer
  }
`

export interface AddressesListProps {
  readonly customer: AddressesList_customer$key
  readonly onRetry: () => void
}

/** The addresses, the default one first. */
export function AddressesList({ customer, onRetry }: AddressesListProps) {
  const { formatMessage } = useIntl()
  const paging = usePaginationFragment<AddressesListPaginationQuery, AddressesList_customer$key>(fragment, customer)
  const isBlocked = useIsBlocked(paging.data)
  const reasonId = useId()
  // The node of an address that was just deleted is null, although the schema says otherwise.
  const addresses = paging.data.addresses?.edges.flatMap(({ node }) => node ?? [])
  const ids = addresses?.map(({ id }) => id) ?? []
  const focusSoon = useFocusAfterChange(ids.join(' '))
  const failure = formatMessage({ id: 'settings.loadFailed' })
  if (!addresses) return <ErrorState message={failure} onRetry={onRetry} />
  if (addresses.length === 0) return <NoAddresses isBlocked={isBlocked} />
  return (
    <div className={styles.page}>
      {isBlocked ? <BlockedReason id={reasonId} /> : <NewAddressLink />}
      <PagedList
        paging={paging}
        count={addresses.length}
        pageSize={addressesPerPage}
        focusable="[data-address]"
        more={formatMessage({ id: 'addresses.more' })}
        failure={failure}
        listClassName={styles.list}
        listLabel={formatMessage({ id: 'addresses.title' })}
      >
        {addresses.map((address, place) => (
          <AddressListItem
            key={address.id}
            address={address}
            blockedReasonId={isBlocked ? reasonId : null}
            onDelete={() => focusSoon(ids[place + 1] ?? ids[place - 1] ?? null)}
            onMove={() => focusSoon(address.id)}
          />
        ))}
      </PagedList>
    </div>
  )
}

/**
 * Moves the focus after the next change of the list. The returned function chooses the target: the address with this
 * id, or the link to add an address (null).
 * @param shown a text that changes with the list
 */
function useFocusAfterChange(shown: string): (id: string | null) => void {
  const target = useRef<string | null | undefined>(undefined)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    const id = target.current
    target.current = undefined
    if (id === undefined) return
    const selector = id === null ? '[data-new-address]' : `[data-address="${CSS.escape(id)}"]`
    document.querySelector<HTMLElement>(selector)?.focus()
  }, [shown])
  return (id) => {
    target.current = id
  }
}

function NewAddressLink() {
  const { newAddress } = useAddressPaths()
  return (
    <AppLinkButton data-new-address to={newAddress} variant="primary" className={styles.new}>
      <FormattedMessage id="addresses.new" />
    </AppLinkButton>
  )
}

/** Shown in place of an empty list. */
function NoAddresses({ isBlocked }: { readonly isBlocked: boolean }) {
  const { formatMessage } = useIntl()
  const reasonId = useId()
  return (
    <EmptyState
      title={formatMessage({ id: 'addresses.empty' })}
      action={isBlocked ? <BlockedReason id={reasonId} /> : <NewAddressLink />}
    >
      <FormattedMessage id="addresses.emptyText" />
    </EmptyState>
  )
}

import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import { addressCountries } from '../../../schema/rules/addressForms.ts'
import type { AddressPage_address$key } from '../../__generated__/AddressPage_address.graphql.ts'
import type { AddressPage_customer$key } from '../../__generated__/AddressPage_customer.graphql.ts'
import type { AddressPageQuery } from '../../__generated__/AddressPageQuery.graphql.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { useSession } from '../../app/sessionContext.ts'
import { AddressFields } from '../../shared/address/AddressFields.tsx'
import { brandCountries } from '../../shared/address/brandCountries.ts'
import { AddressLines } from '../../shared/address/AddressLines.tsx'
import type { AddressTexts } from '../../shared/address/addressTexts.ts'
import { type FieldProblem, formProblems } from '../../shared/address/formProblems.ts'
import { separateNumber } from '../../shared/address/separateNumber.ts'
import { AppLinkButton } from '../../shared/AppLinkButton.tsx'
import { FindByAddress } from '../../shared/page/FindByAddress.tsx'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { settingsPaths } from '../../shared/paths.ts'
import { SignOut } from '../../shared/settings/CustomerPart.tsx'
import { FieldsSkeleton } from '../../shared/settings/FieldsSkeleton.tsx'
import { SettingsForm } from '../../shared/settings/SettingsForm.tsx'
import { useIsBlocked } from '../../shared/settings/useIsBlocked.ts'
import { useSettingsForm } from '../../shared/settings/useSettingsForm.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CancelLink } from './CancelLink.tsx'
import { readSavedAddress } from './readSavedAddress.ts'
import { useAddressEnd } from './useAddressEnd.ts'
import { useChangeAddress } from './useChangeAddress.ts'

const query = graphql`
  query AddressPageQuery($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ...AddressPage_address @alias(as: "address")
    }
    viewer {
      customer {
        ...AddressPage_customer
      }
    }
  }
`

const addressFragment = graphql`
  fragment AddressPage_address on Address {
    id
    ...readSavedAddress_address
  }
`

const customerFragment = graphql`
  fragment AddressPage_customer on Customer {
    ...useIsBlocked_customer
  }
`

/** Changes an address of the address book. */
export function AddressPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<AddressPageQuery>(query)
  return (
    <PageFrame
      key={page.loaded.variables.id}
      query={page}
      back="addresses"
      failure={formatMessage({ id: 'settings.loadFailed' })}
      skeleton={<FieldsSkeleton count={8} />}
    >
      <Content page={page} />
    </PageFrame>
  )
}

function Content({ page }: { readonly page: LoadedQuery<AddressPageQuery> }) {
  const { node, viewer } = usePreloadedQuery<AddressPageQuery>(query, page.reference)
  if (!viewer?.customer) return <SignOut />
  if (!node?.address) return <MissingAddress id={page.loaded.variables.id} />
  return <AddressForm address={node.address} customer={viewer.customer} />
}

/** Shown for an address that does not exist, was deleted, or belongs to another customer. */
function MissingAddress({ id }: { readonly id: string }) {
  const { formatMessage } = useIntl()
  return (
    <FindByAddress type="ADDRESS" parameter="addressId" id={id} waiting={<FieldsSkeleton count={8} />}>
      <EmptyState
        title={formatMessage({ id: 'addresses.missing' })}
        action={
          <AppLinkButton to={settingsPaths.allAddresses} variant="primary">
            <FormattedMessage id="addresses.all" />
          </AppLinkButton>
        }
      >
        <FormattedMessage id="addresses.missingText" />
      </EmptyState>
    </FindByAddress>
  )
}

interface AddressFormProps {
  readonly address: AddressPage_address$key
  readonly customer: AddressPage_customer$key
}

function AddressForm({ address: addressKey, customer }: AddressFormProps) {
  const { formatMessage } = useIntl()
  const { config } = useSession()
  const address = useFragment(addressFragment, addressKey)
  const isBlocked = useIsBlocked(useFragment(customerFragment, customer))
  const save = useChangeAddress(address.id, formatMessage({ id: 'addresses.gone' }))
  const end = useAddressEnd()
  const form = useSettingsForm<AddressTexts, FieldProblem>({
    name: `bookedAddress:${address.id}`,
    saved: readSavedAddress(address),
    // When the customer presses Enter in the street field, the form is saved before the field has separated the house
    // number.
    complete: separateNumber,
    check: formProblems,
    save,
    onSaved: () => end('addresses.added'),
  })
  return (
    <SettingsForm
      form={form}
      isBlocked={isBlocked}
      submit={<FormattedMessage id="order.address.save" />}
      actions={<CancelLink onPress={form.discard} />}
      renderCurrent={(current) => <AddressLines address={current} />}
    >
      <AddressFields
        texts={form.texts}
        countries={brandCountries(config, addressCountries)}
        problems={form.problems}
        isReadOnly={form.state.kind === 'saving'}
        onChange={form.type}
      />
    </SettingsForm>
  )
}

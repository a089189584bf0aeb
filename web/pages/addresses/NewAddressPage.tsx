import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay/hooks'
import { addressCountries } from '../../../schema/rules/addressForms.ts'
import type { NewAddressPage_customer$key } from '../../__generated__/NewAddressPage_customer.graphql.ts'
import type { NewAddressPageQuery } from '../../__generated__/NewAddressPageQuery.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import type { LoadedQuery } from '../../relay/useLoadedQuery.ts'
import { AddressFields } from '../../shared/address/AddressFields.tsx'
import { addressTexts } from '../../shared/address/addressTexts.ts'
import { type FieldProblem, formProblems } from '../../shared/address/formProblems.ts'
import { brandCountries } from '../../shared/address/brandCountries.ts'
import { homeCountry } from '../../shared/address/homeCountry.ts'
import { separateNumber } from '../../shared/address/separateNumber.ts'
import { PageFrame } from '../../shared/page/PageFrame.tsx'
import { useRouteQuery } from '../../shared/page/useRouteQuery.ts'
import { CustomerPart } from '../../shared/settings/CustomerPart.tsx'
import { FieldsSkeleton } from '../../shared/settings/FieldsSkeleton.tsx'
import { SettingsForm } from '../../shared/settings/SettingsForm.tsx'
import { useIsBlocked } from '../../shared/settings/useIsBlocked.ts'
import { useSettingsForm } from '../../shared/settings/useSettingsForm.ts'
import styles from './NewAddressPage.module.css'
import { type NewAddress, useAddAddress } from './useAddAddress.ts'
import { useAddressEnd } from './useAddressEnd.ts'
import { CancelLink } from './CancelLink.tsx'

const query = graphql`
  query NewAddressPageQuery {
    viewer {
      customer @catch(to: RESULT) {
        ...NewAddressPage_customer
      }
    }
  }
`

const fragment = graphql`
  fragment NewAddressPage_customer on Customer {
    ...useIsBlocked_customer
  }
`

/** Adds an address to the address book. */
export function NewAddressPage() {
  const { formatMessage } = useIntl()
  const page = useRouteQuery<NewAddressPageQuery>(query)
  return (
    <PageFrame
      query={page}
      back="addresses"
      failure={formatMessage({ id: 'settings.loadFailed' })}
      skeleton={<FieldsSkeleton count={8} />}
    >
      <Content page={page} />
    </PageFrame>
  )
}

function Content({ page }: { readonly page: LoadedQuery<NewAddressPageQuery> }) {
  const { viewer } = usePreloadedQuery<NewAddressPageQuery>(query, page.reference)
  return (
    <CustomerPart result={viewer?.customer} onRetry={page.retry}>
      {(customer) => <NewAddressForm customer={customer} />}
    </CustomerPart>
  )
}

function NewAddressForm({ customer: key }: { readonly customer: NewAddressPage_customer$key }) {
  const isBlocked = useIsBlocked(useFragment(fragment, key))
  const { config, locale } = useSession()
  const countries = brandCountries(config, addressCountries)
  const save = useAddAddress()
  const end = useAddressEnd()
  const [empty] = useState(() => ({
    texts: {
      address: addressTexts({ country: homeCountry(locale, countries) }),
      isDefault: false,
      requestId: crypto.randomUUID(),
    },
    version: null,
  }))
  const form = useSettingsForm<NewAddress, FieldProblem>({
    name: 'newAddress',
    saved: empty,
    // When the customer presses Enter in the street field, the form is saved before the field has separated the house
    // number.
    complete: (texts) => ({ ...texts, address: separateNumber(texts.address) }),
    check: ({ address }) => formProblems(address),
    save,
    onSaved: () => end('addresses.added'),
  })
  const { texts, problems, type } = form
  const isReadOnly = form.state.kind === 'saving'
  return (
    <SettingsForm
      form={form}
      isBlocked={isBlocked}
      submit={<FormattedMessage id="order.address.save" />}
      actions={<CancelLink onPress={form.discard} />}
      renderCurrent={() => null}
    >
      <AddressFields
        texts={texts.address}
        countries={countries}
        problems={problems}
        isReadOnly={isReadOnly}
        onChange={(address) => type({ ...texts, address })}
      />
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={texts.isDefault}
          disabled={isReadOnly}
          className={styles.checkbox}
          onChange={({ currentTarget }) => type({ ...texts, isDefault: currentTarget.checked })}
        />
        <FormattedMessage id="addresses.asDefault" />
      </label>
    </SettingsForm>
  )
}

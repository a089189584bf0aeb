import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useRelayEnvironment } from 'react-relay/hooks'
import type { TypedAddress } from '../../../schema/rules/postalAddress.ts'
import { AddressFields } from '../../shared/address/AddressFields.tsx'
import { addressTexts } from '../../shared/address/addressTexts.ts'
import { SavedAddressButton } from '../../shared/address/book/SavedAddressButton.tsx'
import type { FieldProblem } from '../../shared/address/formProblems.ts'
import { type Draft, needsAddress } from './draft.ts'
import styles from './EditorOrder.module.css'
import { useDeliveryCountries } from './useDeliveryCountries.ts'

interface DeliveryFieldsProps {
  readonly draft: Draft
  readonly problems: readonly FieldProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (changes: Partial<Draft>) => void
}

/** The fields of the delivery address. They start with the default address of the address book, if there is one. */
export function DeliveryFields({ draft, problems, isReadOnly, onChange }: DeliveryFieldsProps) {
  const { formatMessage } = useIntl()
  const { countries, country } = useDeliveryCountries()
  const fields = useRef<HTMLFieldSetElement>(null)
  const give = (address: Draft['address']) => onChange({ address, isAddressGiven: true })
  useDefaultAddress(needsAddress(draft, country), countries, fields, (address) => give(addressTexts(address)))
  return (
    <fieldset ref={fields} className={styles.group}>
      <legend className={styles.legend}>{formatMessage({ id: 'order.address' })}</legend>
      <SavedAddressButton countries={countries} isDisabled={isReadOnly} onChoose={give} />
      <AddressFields
        texts={draft.address}
        countries={countries}
        problems={problems}
        isReadOnly={isReadOnly}
        onChange={give}
      />
    </fieldset>
  )
}

/**
 * Loads the default address once, after the form is shown.
 * @param isNeeded false once the customer has filled in something: then the address is not used any more
 * @param countries an address in another country is not used
 */
function useDefaultAddress(
  isNeeded: boolean,
  countries: readonly string[],
  fields: RefObject<HTMLElement | null>,
  onLoad: (address: TypedAddress) => void,
): void {
  const environment = useRelayEnvironment()
  const use = useEffectEvent((address: TypedAddress) => {
    // If the customer is in a field, the default address is not used: what the customer types next would be appended to
    // it.
    const isInField =
      document.activeElement?.matches('input, select') && fields.current?.contains(document.activeElement)
    if (!isInField) onLoad(address)
  })
  useEffect(() => {
    if (!isNeeded) return undefined
    const ending = new AbortController()
    const load = async () => {
      // Loaded on demand, so that this code is not part of the first view.
      const { loadDefaultAddress } = await import('../../shared/address/book/loadDefaultAddress.ts')
      if (ending.signal.aborted) return
      const cancel = loadDefaultAddress(environment, countries, use)
      ending.signal.addEventListener('abort', cancel)
    }
    // If the code cannot be loaded, the customer types the address.
    load().catch(() => undefined)
    return () => ending.abort()
  }, [environment, isNeeded, countries])
}

import { useId } from 'react'
import { useIntl } from 'react-intl'
import { type AddressField, longestAddressText } from '../../../../../schema/rules/postalAddress.ts'
import { SelectField } from '../../../../ui/SelectField.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import styles from './AddressFields.module.css'
import type { AddressTexts } from './addressDrafts.ts'
import { splitStreet } from './splitStreet.ts'
import type { FieldProblem } from './useChangeDeliveryAddress.ts'

/** The fields in the order of the form, with the tokens by which browsers fill them in. */
const textFields = [
  { field: 'name', autoComplete: 'name' },
  { field: 'organization', autoComplete: 'organization' },
  { field: 'street', autoComplete: 'address-line1' },
  { field: 'houseNumber', autoComplete: 'off' },
  { field: 'addition', autoComplete: 'address-line2' },
  { field: 'postalCode', autoComplete: 'postal-code' },
  { field: 'city', autoComplete: 'address-level2' },
] as const satisfies readonly { readonly field: AddressField; readonly autoComplete: string }[]

/** The countries to which the brands deliver. */
const countries = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IE', 'IT', 'LU', 'NL', 'NO', 'PT', 'SE']

/** The messages of the specification (section 5); other fields have a general message. */
const messages: Partial<Record<AddressField, string>> = {
  street: 'order.address.streetInvalid',
  houseNumber: 'order.address.houseNumberInvalid',
  postalCode: 'order.address.postalCodeInvalid',
  phone: 'order.address.phoneInvalid',
}

export interface AddressFieldsProps {
  readonly texts: AddressTexts
  readonly problems: readonly FieldProblem[]
  readonly isReadOnly: boolean
  readonly onChange: (texts: AddressTexts) => void
}

/** The fields of an address. */
export function AddressFields({ texts, problems, isReadOnly, onChange }: AddressFieldsProps) {
  const { formatMessage, formatDisplayName } = useIntl()
  const change = (field: AddressField, text: string) => onChange({ ...texts, [field]: text })
  const errorOf = (field: AddressField) => {
    const problem = problems.find((one) => one.field === field)?.problem
    if (!problem) return null
    const general = problem === 'MISSING' ? 'order.address.missing' : 'order.address.invalid'
    return formatMessage({ id: messages[field] ?? general })
  }
  const separateNumber = () => {
    if (isReadOnly) return
    const parts = texts.houseNumber === '' ? splitStreet(texts.street, texts.country) : null
    if (parts) onChange({ ...texts, ...parts })
  }
  const section = useId()
  const common = { readOnly: isReadOnly, maxLength: longestAddressText } as const
  // A country that is not offered stays chosen.
  const offered = countries.includes(texts.country) || texts.country === '' ? countries : [...countries, texts.country]
  const options = offered
    .map((value) => ({ value, label: formatDisplayName(value, { type: 'region' }) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <div className={styles.fields}>
      {textFields.map(({ field, autoComplete }) => (
        <div key={field} data-field={field} className={styles.field}>
          <TextField
            {...common}
            label={formatMessage({ id: `order.address.${field}` })}
            name={field}
            // The section keeps browsers from filling in fields of another form.
            autoComplete={autoComplete === 'off' ? 'off' : `section-${section} shipping ${autoComplete}`}
            value={texts[field]}
            error={errorOf(field)}
            onChange={(event) => change(field, event.currentTarget.value)}
            {...(field === 'street' && { onBlur: separateNumber })}
          />
        </div>
      ))}
      <div data-field="country" className={styles.field}>
        <SelectField
          label={formatMessage({ id: 'order.address.country' })}
          name="country"
          autoComplete={`section-${section} shipping country`}
          disabled={isReadOnly}
          value={texts.country}
          options={options}
          error={errorOf('country')}
          // The form has no field for the region, which belongs to the old country.
          onChange={(country) => onChange({ ...texts, country, region: '' })}
        />
      </div>
      <div data-field="phone" className={styles.field}>
        <TextField
          {...common}
          type="tel"
          label={formatMessage({ id: 'order.address.phone' })}
          name="phone"
          autoComplete={`section-${section} shipping tel`}
          value={texts.phone}
          error={errorOf('phone')}
          onChange={(event) => change('phone', event.currentTarget.value)}
        />
      </div>
    </div>
  )
}

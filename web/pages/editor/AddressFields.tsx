import { useIntl } from 'react-intl'
import { type AddressField, longestAddressText } from '../../../schema/rules/postalAddress.ts'
import { deliveryCountries } from '../../../schema/rules/prints.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type FormField, formFields, type TypedFormAddress } from './addressForm.ts'
import styles from './EditorOrder.module.css'

interface AddressFieldsProps {
  readonly isDisabled: boolean
  readonly address: TypedFormAddress
  readonly wrong: ReadonlySet<AddressField>
  readonly onChange: (field: FormField | 'country', text: string) => void
}

/** The delivery address. The street and the postal code have a second, shorter field beside them. */
export function AddressFields({ isDisabled, address, wrong, onChange }: AddressFieldsProps) {
  const { formatMessage, formatDisplayName } = useIntl()
  const field = (name: FormField) => {
    const known = formFields.find((one) => one.field === name)
    return (
      <TextField
        label={formatMessage({ id: `editor.address.${name}` })}
        type={known?.type}
        autoComplete={known?.autoComplete}
        required={known?.isRequired}
        maxLength={longestAddressText}
        value={address[name]}
        error={wrong.has(name) ? formatMessage({ id: `editor.invalid.${name}` }) : null}
        onChange={(event) => onChange(name, event.target.value)}
      />
    )
  }
  return (
    <fieldset disabled={isDisabled} data-address className={styles.group}>
      <legend className={styles.legend}>{formatMessage({ id: 'editor.address' })}</legend>
      {field('name')}
      {field('organization')}
      <div className={styles.pair}>
        {field('street')}
        {field('houseNumber')}
      </div>
      {field('addition')}
      <div className={styles.pair}>
        {field('city')}
        {field('postalCode')}
      </div>
      <SelectField
        label={formatMessage({ id: 'editor.address.country' })}
        autoComplete="shipping country"
        value={address.country}
        options={deliveryCountries.map((value) => ({
          value,
          label: formatDisplayName(value, { type: 'region' }) ?? value,
        }))}
        onChange={(country) => onChange('country', country)}
      />
      {field('phone')}
    </fieldset>
  )
}

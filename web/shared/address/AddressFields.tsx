import { useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type AddressFormField, addressFormOf, withHouseNames } from '../../../schema/rules/addressForms.ts'
import { type AddressField, longestAddressText } from '../../../schema/rules/postalAddress.ts'
import { type SelectOption, SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AddressFields.module.css'
import type { AddressTexts } from './addressTexts.ts'
import type { FieldProblem } from './formProblems.ts'
import { isPhoneValid, loadPhoneCheck } from './phoneCheck.ts'
import { separateNumber } from './separateNumber.ts'
import { useFieldErrors } from '../useFieldErrors.ts'

/** The messages of the specification (section 5); other fields have a general message. */
const messages: Partial<Record<AddressField, string>> = {
  street: 'address.streetInvalid',
  houseNumber: 'address.houseNumberInvalid',
  postalCode: 'address.postalCodeInvalid',
  phone: 'address.phoneInvalid',
}

export interface AddressFieldsProps {
  readonly texts: AddressTexts
  /** The countries that can be chosen, as ISO 3166-1 alpha-2 codes. */
  readonly countries: readonly string[]
  /** What is wrong: a new array moves the focus to the first field that is wrong. */
  readonly problems: readonly FieldProblem[]
  readonly isReadOnly?: boolean
  readonly onChange: (texts: AddressTexts) => void
}

/** The fields of an address: the country, and then the other fields in the order of this country. */
export function AddressFields(props: AddressFieldsProps) {
  const { texts, countries, problems, isReadOnly = false, onChange } = props
  const fields = useRef<HTMLDivElement>(null)
  const section = useId()
  const errorOf = useFieldErrors(texts, problems, (field) => messages[field])
  useEffect(() => {
    if (problems.length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  const form = addressFormOf(texts.country)
  // The country changes the other fields, so it precedes them.
  const rules = form.toSorted((one, other) => Number(other.field === 'country') - Number(one.field === 'country'))
  const common = (rule: AddressFormField): FieldProps => ({
    rule,
    texts,
    isReadOnly,
    onChange,
    error: errorOf(rule.field),
    // The section keeps browsers from filling in fields of another form.
    autoComplete: rule.autocomplete === null ? 'off' : `section-${section} shipping ${rule.autocomplete}`,
  })
  return (
    <div className={styles.container}>
      <div ref={fields} className={styles.fields} data-house-names={withHouseNames.has(texts.country)}>
        {rules.map((rule) => (
          <div key={rule.field} data-field={rule.field} className={styles.field}>
            {rule.field === 'country' && <CountryField {...common(rule)} countries={countries} />}
            {rule.field === 'phone' && <PhoneField {...common(rule)} />}
            {rule.field !== 'country' && rule.field !== 'phone' && <RuledField {...common(rule)} />}
          </div>
        ))}
      </div>
    </div>
  )
}

interface FieldProps extends Pick<AddressFieldsProps, 'texts' | 'onChange'> {
  readonly rule: AddressFormField
  readonly error: string | null
  readonly autoComplete: string
  readonly isReadOnly: boolean
}

/** A field for a text: a menu if it has choices. */
function RuledField({ rule, texts, error, autoComplete, isReadOnly, onChange }: FieldProps) {
  const { formatMessage } = useIntl()
  const { field, isRequired, choices } = rule
  const isHouseName = field === 'houseNumber' && withHouseNames.has(texts.country)
  const common = {
    label: formatMessage({ id: isHouseName ? 'address.houseNumberOrName' : `address.${field}` }),
    name: field,
    value: texts[field],
    error,
    autoComplete,
    required: isRequired && !(field === 'name' && texts.organization.trim() !== ''),
  }
  if (choices) {
    const options = choices.map(({ value, name }) => ({ value, label: name }))
    return (
      <SelectField
        {...common}
        options={withValue(options, common.value, isRequired)}
        disabled={isReadOnly}
        onChange={(chosen) => onChange({ ...texts, [field]: chosen })}
      />
    )
  }
  const moveNumber = () => {
    const separated = separateNumber(texts)
    if (separated !== texts) onChange(separated)
  }
  return (
    <TextField
      {...common}
      readOnly={isReadOnly}
      maxLength={longestAddressText}
      onChange={({ currentTarget }) => onChange({ ...texts, [field]: currentTarget.value })}
      {...(field === 'street' && !isReadOnly && { onBlur: moveNumber })}
    />
  )
}

/** The options of a menu. A value that is not offered stays chosen, and a field that is not required can be emptied. */
function withValue(options: readonly SelectOption[], value: string, isRequired: boolean): readonly SelectOption[] {
  const isOffered = value === '' || options.some((option) => option.value === value)
  return [
    ...(isRequired && value !== '' ? [] : [{ value: '', label: '' }]),
    ...(isOffered ? [] : [{ value, label: value }]),
    ...options,
  ]
}

/** The phone number, which is checked when the customer leaves the field. */
function PhoneField({ rule, texts, error, autoComplete, isReadOnly, onChange }: FieldProps) {
  const { formatMessage } = useIntl()
  const [left, setLeft] = useState<AddressTexts | null>(null)
  const { phone, country } = texts
  const isChecked = left?.phone === phone && left.country === country
  const isWrong = isChecked && !isPhoneValid(phone.trim() || null, country)
  // Waits for the code of the check: on a slow connection, the customer may leave the field before the code has loaded.
  const check = async () => {
    await loadPhoneCheck()
    setLeft(texts)
  }
  return (
    <TextField
      label={formatMessage({ id: 'address.phone' })}
      name={rule.field}
      type="tel"
      value={phone}
      error={error ?? (isWrong ? formatMessage({ id: 'address.phoneInvalid' }) : null)}
      readOnly={isReadOnly}
      maxLength={longestAddressText}
      autoComplete={autoComplete}
      onFocus={() => void loadPhoneCheck()}
      onBlur={() => void check()}
      onChange={({ currentTarget }) => onChange({ ...texts, phone: currentTarget.value })}
    />
  )
}

interface CountryFieldProps extends FieldProps, Pick<AddressFieldsProps, 'countries'> {}

function CountryField({ texts, countries, error, autoComplete, isReadOnly, onChange }: CountryFieldProps) {
  const { formatMessage, formatDisplayName } = useIntl()
  const { country } = texts
  // A country that is not offered stays chosen.
  const offered = countries.includes(country) || country === '' ? countries : [...countries, country]
  const options = offered
    .map((value) => ({ value, label: formatDisplayName(value, { type: 'region' }) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <SelectField
      label={formatMessage({ id: 'address.country' })}
      name="country"
      autoComplete={autoComplete}
      disabled={isReadOnly}
      value={country}
      options={options}
      error={error}
      // The region belongs to the old country.
      onChange={(chosen) => onChange({ ...texts, country: chosen, region: '' })}
    />
  )
}

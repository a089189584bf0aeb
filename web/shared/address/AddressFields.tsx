import { useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type AddressField, longestAddressText } from '../../../schema/rules/postalAddress.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type AddressTextField, fieldsOf, withHouseNames } from './addressCountries.ts'
import styles from './AddressFields.module.css'
import type { AddressTexts } from './addressTexts.ts'
import { type FieldProblem, isRequired } from './formProblems.ts'
import { separateNumber } from './separateNumber.ts'

/** The tokens by which browsers fill in the fields. No token exists for a house number without its street. */
const tokens: Readonly<Record<AddressTextField, string | null>> = {
  name: 'name',
  organization: 'organization',
  street: 'address-line1',
  houseNumber: null,
  addition: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
}

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

/** The fields of an address, in the order of its country. */
export function AddressFields({ texts, countries, problems, isReadOnly = false, onChange }: AddressFieldsProps) {
  const { formatMessage } = useIntl()
  const fields = useRef<HTMLDivElement>(null)
  const section = useId()
  const errorOf = useErrors(texts, problems)
  useEffect(() => {
    if (problems.length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  // The section keeps browsers from filling in fields of another form.
  const autoComplete = (token: string | null) => (token === null ? 'off' : `section-${section} shipping ${token}`)
  const moveNumber = () => {
    const separated = separateNumber(texts)
    if (separated !== texts) onChange(separated)
  }
  const common = (field: AddressTextField | 'phone') => ({
    name: field,
    value: texts[field],
    error: errorOf(field),
    required: isRequired(field, texts),
    readOnly: isReadOnly,
    maxLength: longestAddressText,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ ...texts, [field]: currentTarget.value }),
  })
  const hasHouseNames = withHouseNames.has(texts.country)
  return (
    <div className={styles.container}>
      <div ref={fields} className={styles.fields} data-house-names={hasHouseNames}>
        {fieldsOf(texts.country).map((field) => (
          <div key={field} data-field={field} className={styles.field}>
            <TextField
              {...common(field)}
              label={formatMessage({
                id: field === 'houseNumber' && hasHouseNames ? 'address.houseNumberOrName' : `address.${field}`,
              })}
              autoComplete={autoComplete(tokens[field])}
              {...(field === 'street' && !isReadOnly && { onBlur: moveNumber })}
            />
          </div>
        ))}
        <CountryField
          texts={texts}
          countries={countries}
          error={errorOf('country')}
          autoComplete={autoComplete('country')}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
        <div data-field="phone" className={styles.field}>
          <TextField
            {...common('phone')}
            type="tel"
            label={formatMessage({ id: 'address.phone' })}
            autoComplete={autoComplete('tel')}
          />
        </div>
      </div>
    </div>
  )
}

interface CountryFieldProps extends Omit<AddressFieldsProps, 'problems'> {
  readonly error: string | null
  readonly autoComplete: string
}

function CountryField({ texts, countries, error, autoComplete, isReadOnly, onChange }: CountryFieldProps) {
  const { formatMessage, formatDisplayName } = useIntl()
  const { country } = texts
  // A country that is not offered stays chosen.
  const offered = countries.includes(country) || country === '' ? countries : [...countries, country]
  const options = offered
    .map((value) => ({ value, label: formatDisplayName(value, { type: 'region' }) ?? value }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <div data-field="country" className={styles.field}>
      <SelectField
        label={formatMessage({ id: 'address.country' })}
        name="country"
        autoComplete={autoComplete}
        disabled={isReadOnly}
        value={country}
        options={options}
        error={error}
        // The form has no field for the region, which belongs to the old country.
        onChange={(chosen) => onChange({ ...texts, country: chosen, region: '' })}
      />
    </div>
  )
}

/** The messages at the fields. A message goes when its field is changed. */
function useErrors(texts: AddressTexts, problems: readonly FieldProblem[]): (field: AddressField) => string | null {
  const { formatMessage } = useIntl()
  const [checked, setChecked] = useState({ texts, problems })
  if (checked.problems !== problems) setChecked({ texts, problems })
  return (field) => {
    const problem = problems.find((one) => one.field === field)?.problem
    if (!problem || checked.texts[field] !== texts[field]) return null
    const general = problem === 'MISSING' ? 'address.missing' : 'address.invalid'
    return formatMessage({ id: messages[field] ?? general })
  }
}

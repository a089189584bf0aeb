import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PersonalDetailsForm_customer$key } from '../../__generated__/PersonalDetailsForm_customer.graphql.ts'
import { useSession } from '../../app/sessionContext.ts'
import { isPhoneValid, loadPhoneCheck } from '../../shared/address/phoneCheck.ts'
import { DetailsList } from '../../shared/settings/DetailsList.tsx'
import { SettingsForm } from '../../shared/settings/SettingsForm.tsx'
import { useFieldErrors } from '../../shared/useFieldErrors.ts'
import { useIsBlocked } from '../../shared/settings/useIsBlocked.ts'
import { useSettingsForm } from '../../shared/settings/useSettingsForm.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type PersonalField, type PersonalTexts, personalFields, readPersonalDetails } from './readPersonalDetails.ts'
import { type PersonalProblem, useUpdatePersonalDetails } from './useUpdatePersonalDetails.ts'

const fragment = graphql`
  fragment PersonalDetailsForm_customer on Customer {
    ...readPersonalDetails_customer
    ...useIsBlocked_customer
  }
`

/** The message ids for invalid fields. All other fields have a general message. */
const messages: Partial<Record<PersonalField, string>> = {
  phone: 'address.phoneInvalid',
  dateOfBirth: 'personalDetails.dateOfBirthInvalid',
}

/** The form of the personal details. */
export function PersonalDetailsForm({ customer: key }: { readonly customer: PersonalDetailsForm_customer$key }) {
  const { formatMessage } = useIntl()
  const customer = useFragment(fragment, key)
  const isBlocked = useIsBlocked(customer)
  const save = useUpdatePersonalDetails()
  const form = useSettingsForm<PersonalTexts, PersonalProblem>({
    name: 'personalDetails',
    saved: readPersonalDetails(customer),
    check: personalProblems,
    save,
  })
  const { texts, problems, type } = form
  const languages = useLanguages(texts.locale)
  const errorOf = useFieldErrors(texts, problems, (field) => messages[field])
  const label = (field: PersonalField) => formatMessage({ id: `personalDetails.${field}` })
  const isReadOnly = form.state.kind === 'saving'
  const common = (field: PersonalField) => ({
    name: field,
    label: label(field),
    value: texts[field],
    error: errorOf(field),
    readOnly: isReadOnly,
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      type({ ...texts, [field]: currentTarget.value }),
  })
  const shown = (field: PersonalField, { [field]: value }: PersonalTexts) =>
    field === 'locale' ? (languages.find((language) => language.value === value)?.label ?? value) : value
  return (
    <SettingsForm
      form={form}
      isBlocked={isBlocked}
      submit={formatMessage({ id: 'settings.save' })}
      renderCurrent={(saved) => (
        <DetailsList details={personalFields.map((field) => ({ label: label(field), value: shown(field, saved) }))} />
      )}
    >
      <TextField {...common('firstName')} required autoComplete="given-name" maxLength={100} />
      <TextField {...common('lastName')} required autoComplete="family-name" maxLength={100} />
      <TextField
        {...common('phone')}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        onFocus={() => void loadPhoneCheck()}
      />
      <TextField {...common('dateOfBirth')} type="date" autoComplete="bday" />
      <SelectField
        label={label('locale')}
        name="locale"
        value={texts.locale}
        options={languages}
        error={errorOf('locale')}
        disabled={isReadOnly}
        onChange={(locale) => type({ ...texts, locale })}
      />
    </SettingsForm>
  )
}

/** Checks the details by the rules that the client knows. The service checks more. */
function personalProblems(texts: PersonalTexts): readonly PersonalProblem[] {
  const missing = (['firstName', 'lastName'] as const)
    .filter((field) => texts[field].trim() === '')
    .map((field): PersonalProblem => ({ field, problem: 'MISSING' }))
  const country = texts.locale.split('-')[1] ?? ''
  if (isPhoneValid(texts.phone.trim() || null, country)) return missing
  return [...missing, { field: 'phone', problem: 'NOT_VALID' }]
}

/** The languages of the site, with their names. If the customer has no language yet, the first choice is empty. */
function useLanguages(chosen: string) {
  const { formatDisplayName } = useIntl()
  const { locales } = useSession().config
  const offered = locales.includes(chosen) ? locales : [chosen, ...locales]
  return offered.map((value) => ({
    value,
    label: value === '' ? '' : (formatDisplayName(value, { type: 'language' }) ?? value),
  }))
}

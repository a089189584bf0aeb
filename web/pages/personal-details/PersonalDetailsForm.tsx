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

/** Other fields have a general message. */
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

/** What is wrong with the details, as far as the client knows the rules. The service has more. */
function personalProblems({ firstName, lastName, phone, locale }: PersonalTexts): readonly PersonalProblem[] {
  const missing = Object.entries({ firstName, lastName }).flatMap(([field, text]): PersonalProblem[] =>
    text.trim() === '' ? [{ field: field === 'firstName' ? 'firstName' : 'lastName', problem: 'MISSING' }] : [],
  )
  const isPhoneWrong = !isPhoneValid(phone.trim() || null, locale.split('-')[1] ?? '')
  return isPhoneWrong ? [...missing, { field: 'phone', problem: 'NOT_VALID' }] : missing
}

/** The languages of the site, by their names. Without a language, the first choice is empty. */
function useLanguages(chosen: string) {
  const { formatDisplayName } = useIntl()
  const { locales } = useSession().config
  const offered = locales.includes(chosen) ? locales : [chosen, ...locales]
  return offered.map((value) => ({
    value,
    label: value === '' ? '' : (formatDisplayName(value, { type: 'language' }) ?? value),
  }))
}

import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BusinessDetailsForm_customer$key } from '../../__generated__/BusinessDetailsForm_customer.graphql.ts'
import { DetailsList } from '../../shared/settings/DetailsList.tsx'
import { SettingsForm } from '../../shared/settings/SettingsForm.tsx'
import { useIsBlocked } from '../../shared/settings/useIsBlocked.ts'
import { useSettingsForm } from '../../shared/settings/useSettingsForm.ts'
import { useFieldErrors } from '../../shared/useFieldErrors.ts'
import { TextField } from '../../ui/TextField.tsx'
import { type BusinessField, type BusinessTexts, businessFields, readBusinessDetails } from './readBusinessDetails.ts'
import { type BusinessProblem, useUpdateBusinessDetails } from './useUpdateBusinessDetails.ts'

const fragment = graphql`
  fragment BusinessDetailsForm_customer on Customer {
    ...readBusinessDetails_customer
    ...useIsBlocked_customer
  }
`

/** The form of the details of a business account. */
export function BusinessDetailsForm({ customer: key }: { readonly customer: BusinessDetailsForm_customer$key }) {
  const { formatMessage } = useIntl()
  const customer = useFragment(fragment, key)
  const isBlocked = useIsBlocked(customer)
  const save = useUpdateBusinessDetails()
  const form = useSettingsForm<BusinessTexts, BusinessProblem>({
    name: 'businessDetails',
    saved: readBusinessDetails(customer),
    check: businessProblems,
    save,
  })
  const { texts, problems, type } = form
  const errorOf = useFieldErrors(texts, problems, (field) => (field === 'vatId' ? 'business.vatIdInvalid' : undefined))
  const label = (field: BusinessField) => formatMessage({ id: `business.${field}` })
  const common = (field: BusinessField) => ({
    name: field,
    label: label(field),
    value: texts[field],
    error: errorOf(field),
    readOnly: form.state.kind === 'saving',
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      type({ ...texts, [field]: currentTarget.value }),
  })
  return (
    <SettingsForm
      form={form}
      isBlocked={isBlocked}
      submit={formatMessage({ id: 'settings.save' })}
      renderCurrent={(saved) => (
        <DetailsList details={businessFields.map((field) => ({ label: label(field), value: saved[field] }))} />
      )}
    >
      <TextField {...common('company')} required autoComplete="organization" maxLength={100} />
      <TextField {...common('vatId')} required autoComplete="off" autoCapitalize="characters" maxLength={30} />
      <TextField {...common('registrationNumber')} autoComplete="off" maxLength={40} />
    </SettingsForm>
  )
}

/** Checks the details by the rules that the client knows. The service checks more. */
function businessProblems(texts: BusinessTexts): readonly BusinessProblem[] {
  const required: readonly BusinessField[] = ['company', 'vatId']
  return required.flatMap((field): BusinessProblem[] =>
    texts[field].trim() === '' ? [{ field, problem: 'MISSING' }] : [],
  )
}

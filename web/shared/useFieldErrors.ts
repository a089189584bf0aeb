import { useState } from 'react'
import { useIntl } from 'react-intl'

/**
 * The messages at the fields of a form. A message disappears when its field is changed.
 * @param messageOf the id of the message for a problem; undefined: a general message
 */
export function useFieldErrors<Field extends string>(
  texts: Readonly<Record<Field, unknown>>,
  problems: readonly { readonly field: Field; readonly problem: string }[],
  messageOf: (field: Field, problem: string) => string | undefined,
): (field: Field) => string | null {
  const { formatMessage } = useIntl()
  const [checked, setChecked] = useState({ texts, problems })
  if (checked.problems !== problems) setChecked({ texts, problems })
  return (field) => {
    const problem = problems.find((one) => one.field === field)?.problem
    if (!problem || checked.texts[field] !== texts[field]) return null
    const general = problem === 'MISSING' ? 'address.missing' : 'address.invalid'
    return formatMessage({ id: messageOf(field, problem) ?? general })
  }
}

/** A field that is wrong, and why. */
export interface DetailProblem<Field extends string> {
  readonly field: Field
  readonly problem: 'MISSING' | 'NOT_VALID'
}

/**
 * The fields of a profile that the gateway has refused. A field that the form does not have is left out. If no field is
 * left, the caller must say that nothing could be saved, because no field would have a message.
 * @param fields of `InvalidCustomerDetails`
 * @param names the fields of the form, by the names of the enum `CustomerFieldName`
 */
export function refusedDetails<Field extends string>(
  fields: readonly { readonly field: string; readonly problem: string }[],
  names: Readonly<Record<string, Field>>,
): readonly DetailProblem<Field>[] {
  return fields.flatMap(({ field, problem }): DetailProblem<Field>[] => {
    const name = names[field]
    return name ? [{ field: name, problem: problem === 'MISSING' ? 'MISSING' : 'NOT_VALID' }] : []
  })
}

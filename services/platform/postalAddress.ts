import { z } from 'zod'
import { countryPattern, longestAddressText, phonePattern } from '../../schema/rules/postalAddress.ts'
import { typedText } from './plainText.ts'

const text = typedText(longestAddressText)
const optional = z
  .string()
  .max(longestAddressText)
  .nullish()
  .transform((value) => value?.trim() || null)
  .pipe(text.nullable())

/**
 * A delivery address. This schema accepts every address that `addressProblems` of the imported rules accepts. Optional
 * fields that are empty or absent become null. Unknown fields are dropped.
 */
export const postalAddress = z
  .object({
    country: z.string().regex(countryPattern, 'Use a code of two capital letters, such as NL.'),
    name: optional,
    organization: optional,
    street: text,
    houseNumber: optional,
    addition: optional,
    postalCode: optional,
    city: text,
    region: optional,
    phone: optional.pipe(z.string().regex(phonePattern, 'Phone number must be valid').nullable()),
  })
  .refine(({ name, organization }) => name !== null || organization !== null, 'name or organization is required')

export type PostalAddress = z.infer<typeof postalAddress>

const field = z.string().nullable()

/** A delivery address in answers. */
export const wirePostalAddress = z
  .object({
    country: z.string(),
    name: field,
    organization: field,
    street: z.string(),
    houseNumber: field,
    addition: field,
    postalCode: field,
    city: z.string(),
    region: field,
    phone: field,
  })
  .meta({ id: 'PostalAddress' })

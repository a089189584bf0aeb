import { z } from 'zod'

/** A link: a page by http or https, or a path on the requested host. Never a script. */
export const link = z.string().regex(/^(https?:\/\/[^/]|\/($|[^/\\]))/)

/** A count that fits the API's integers. */
export const count = z.int32().nonnegative()

/**
 * An id or a cursor of a service: opaque text (docs/decisions/0213). Whole numbers are read as text. A number that a
 * double cannot hold exactly is refused: rounded, it would name another object.
 */
export const opaque = z.union([z.string(), z.int()]).transform(String)

/** An amount of money. The amount is a decimal as text, because a double cannot hold every decimal. */
export const money = z.object({ amount: z.string().regex(/^-?\d{1,15}(\.\d{1,4})?$/), currency: z.string() })

/** A day without a time, such as `2026-03-01`. */
export const date = z.string().regex(/^\d{4}-\d\d-\d\d$/)

const text = z.string().nullish()

/** A postal address. */
export const postalAddress = z.object({
  country: z.string(),
  name: text,
  organization: text,
  street: z.string(),
  houseNumber: text,
  addition: text,
  postalCode: text,
  city: z.string(),
  region: text,
  phone: text,
})

import { z } from 'zod'
import { link, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const method = z.object({
  id: opaque,
  kind: z.string().nullish(),
  brand: z.string().nullish(),
  lastDigits: z.string().nullish(),
  /** The last month in which the method can be used, such as `2027-03`. */
  expires: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .nullish(),
  state: z.string().nullish(),
})

/** A payment method. */
export type WirePaymentMethod = z.infer<typeof method>

/** Schema of the payment method of a customer. */
export const wirePayment = wireSchema(
  z.object({
    method: method.nullish(),
    removing: z.array(method),
    allowedKinds: z.array(z.string()),
    mayChange: z.boolean().nullish(),
  }),
)

/** The payment method of a customer, and what the customer may store. */
export type WirePayment = z.infer<typeof wirePayment.zod>

/** Schema of a setup that was started. */
export const wireStartedSetup = wireSchema(z.object({ pageUrl: link }))

/** Schema of the outcome of a setup, or of a removal. */
export const wireOutcome = wireSchema(z.object({ outcome: z.string() }))

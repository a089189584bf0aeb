import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'

/** Schema of the state of an address. `assumed`: the account predates the confirmation of addresses. */
export const wireEmailState = wireSchema(z.object({ state: z.enum(['unconfirmed', 'assumed', 'confirmed']) }))

const sentMail = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent') }),
  z.object({ outcome: z.literal('capped'), retryAt: z.iso.datetime() }),
  z.object({ outcome: z.literal('refused') }),
  z.object({ outcome: z.literal('confirmed') }),
])

/** What became of a mail. `confirmed`: the address needs no mail. */
export type WireSentMail = z.infer<typeof sentMail>

/** Schema of the answer to a request for a mail. */
export const wireSentMail = wireSchema(sentMail)

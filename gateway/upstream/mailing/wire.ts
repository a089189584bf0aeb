import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'

const subscription = z.object({
  state: z.enum(['none', 'pending', 'subscribed', 'unsubscribed']),
  email: z.string(),
  requestedAt: z.string().nullish(),
  confirmedAt: z.string().nullish(),
  unsubscribedAt: z.string().nullish(),
})

/** A subscription to marketing mails. */
export type WireSubscription = z.infer<typeof subscription>

/** Schema of a subscription. */
export const wireSubscription = wireSchema(subscription)

const requested = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('accepted') }),
  z.object({ outcome: z.literal('capped'), retryAt: z.iso.datetime() }),
  z.object({ outcome: z.literal('unconfirmed') }),
])

/** The outcome of a request for a subscription. */
export type WireRequestedSubscription = z.infer<typeof requested>

/** Schema of the answer to a request for a subscription. */
export const wireRequestedSubscription = wireSchema(requested)

import type { WireSubscription } from '../../upstream/mailing/wire.ts'

/** The source object of the `NewsletterSubscription` resolvers. */
export type NewsletterSubscriptionModel = WireSubscription

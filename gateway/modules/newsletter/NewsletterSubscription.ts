import { instantOf } from '../../instants.ts'
import type { NewsletterState, NewsletterSubscriptionResolvers } from '../../__generated__/resolvers.ts'
import type { NewsletterSubscriptionModel } from './models.ts'

const states: Readonly<Record<NewsletterSubscriptionModel['state'], NewsletterState>> = {
  none: 'NONE',
  pending: 'PENDING',
  subscribed: 'SUBSCRIBED',
  unsubscribed: 'UNSUBSCRIBED',
}

/** Resolves the fields of `NewsletterSubscription`. */
export const NewsletterSubscription: NewsletterSubscriptionResolvers = {
  state: ({ state }) => states[state],
  requestedAt: ({ requestedAt }) => instantOf(requestedAt),
  confirmedAt: ({ confirmedAt }) => instantOf(confirmedAt),
  unsubscribedAt: ({ unsubscribedAt }) => instantOf(unsubscribedAt),
}

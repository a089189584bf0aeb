import { type Operation, unauthenticated } from './operation.ts'

const subscribed = { subscribeToNewsletter: { __typename: 'SubscribeToNewsletterSuccess' } }
const unsubscribed = { unsubscribeFromNewsletter: { __typename: 'UnsubscribeFromNewsletterSuccess' } }
const confirmed = { confirmNewsletterSubscription: { email: 'a@example.com' } }

/** The operations on subscriptions to news, by root field. Each customer changes only their own subscription. */
export const newsletterOperations: Record<string, Operation> = {
  'Mutation.subscribeToNewsletter': {
    kind: 'mutation',
    query: 'mutation { subscribeToNewsletter(input: { locale: "en-GB", textVersion: "1" }) { __typename } }',
    own: subscribed,
    ofBram: subscribed,
    ofCees: subscribed,
    anonymous: unauthenticated,
  },
  'Mutation.unsubscribeFromNewsletter': {
    kind: 'mutation',
    query: 'mutation { unsubscribeFromNewsletter { __typename } }',
    own: unsubscribed,
    ofBram: unsubscribed,
    ofCees: unsubscribed,
    anonymous: unauthenticated,
  },
  // The token of the mailed link is sufficient, so everybody who has it may use it.
  'Mutation.confirmNewsletterSubscription': {
    kind: 'mutation',
    query: `mutation { confirmNewsletterSubscription(input: { email: "a@example.com", token: "token" }) {
      ... on ConfirmNewsletterSubscriptionSuccess { email }
    } }`,
    own: confirmed,
    ofBram: confirmed,
    ofCees: confirmed,
    anonymous: { data: confirmed, codes: [] },
  },
}

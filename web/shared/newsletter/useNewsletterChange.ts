import { graphql } from 'react-relay/hooks'
import { useIntl } from 'react-intl'
import { newsletterConsentVersion } from '../../../schema/rules/newsletterConsent.ts'
import type { useNewsletterChangeSubscribeMutation } from '../../__generated__/useNewsletterChangeSubscribeMutation.graphql.ts'
import type { useNewsletterChangeUnsubscribeMutation } from '../../__generated__/useNewsletterChangeUnsubscribeMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const subscribeMutation = graphql`
  mutation useNewsletterChangeSubscribeMutation($input: SubscribeToNewsletterInput!) {
    subscribeToNewsletter(input: $input) {
      __typename
      ... on SubscribeToNewsletterSuccess {
        viewer {
          ...Newsletter_viewer
        }
      }
      ... on MailLimitReached {
        retryAt
      }
      ... on EmailUnconfirmed {
        __typename
      }
    }
  }
`

const unsubscribeMutation = graphql`
  mutation useNewsletterChangeUnsubscribeMutation {
    unsubscribeFromNewsletter {
      __typename
      ... on UnsubscribeFromNewsletterSuccess {
        viewer {
          ...Newsletter_viewer
        }
      }
    }
  }
`

/** The outcome of a change. `limit`: the address gets no further mail before `retryAt` (ISO 8601). */
export type NewsletterOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'limit'; readonly retryAt: string }

/** Subscribes the customer to the newsletter, and unsubscribes. The store has the new state afterwards. */
export function useNewsletterChange(): {
  readonly subscribe: () => Promise<NewsletterOutcome>
  readonly unsubscribe: () => Promise<NewsletterOutcome>
} {
  const { locale } = useIntl()
  const [runSubscribe] = useAppMutation<useNewsletterChangeSubscribeMutation>(subscribeMutation)
  const [runUnsubscribe] = useAppMutation<useNewsletterChangeUnsubscribeMutation>(unsubscribeMutation)
  return {
    async subscribe() {
      const outcome = await runSubscribe({ variables: { input: { locale, textVersion: newsletterConsentVersion } } })
      if (outcome.kind === 'failed') return { kind: 'failed' }
      const result = outcome.response.subscribeToNewsletter
      switch (result.__typename) {
        case 'SubscribeToNewsletterSuccess':
          return { kind: 'changed' }
        case 'MailLimitReached':
          return { kind: 'limit', retryAt: result.retryAt }
        case 'EmailUnconfirmed':
          return { kind: 'unconfirmed' }
        case '%other':
        default:
          return unknownResult(result)
      }
    },
    async unsubscribe() {
      const outcome = await runUnsubscribe({ variables: {} })
      if (outcome.kind === 'failed') return { kind: 'failed' }
      const result = outcome.response.unsubscribeFromNewsletter
      switch (result.__typename) {
        case 'UnsubscribeFromNewsletterSuccess':
          return { kind: 'changed' }
        case '%other':
        default:
          return unknownResult(result)
      }
    },
  }
}

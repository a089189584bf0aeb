import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useSendConfirmationMailMutation } from '../../__generated__/useSendConfirmationMailMutation.graphql.ts'
import { unknownResult } from '../../relay/unknownResult.ts'
import { useAppMutation } from '../../relay/useAppMutation.ts'

const mutation = graphql`
  mutation useSendConfirmationMailMutation($input: SendConfirmationMailInput!) {
    sendConfirmationMail(input: $input) {
      __typename
      ... on SendConfirmationMailSuccess {
        email
      }
      ... on MailLimitReached {
        retryAt
      }
      ... on MailRefused {
        __typename
      }
      ... on EmailConfirmed {
        __typename
      }
    }
  }
`

/** The outcome of the mail. `failed`: it is not known whether the mail was sent. */
export type SentMail =
  | { readonly kind: 'refused' | 'confirmed' | 'failed' }
  | { readonly kind: 'sent'; readonly email: string }
  | { readonly kind: 'limited'; readonly retryAt: string }

/** Mails another link to confirm the address. */
export function useSendConfirmationMail() {
  const { locale } = useIntl()
  const [run, isSending] = useAppMutation<useSendConfirmationMailMutation>(mutation)
  const [sentMail, setSentMail] = useState<SentMail | null>(null)
  const send = async () => {
    const outcome = await run({ variables: { input: { locale } } })
    setSentMail(outcome.kind === 'failed' ? { kind: 'failed' } : asSentMail(outcome.response.sendConfirmationMail))
  }
  return { send, isSending, sentMail }
}

function asSentMail(result: useSendConfirmationMailMutation['response']['sendConfirmationMail']): SentMail {
  switch (result.__typename) {
    case 'SendConfirmationMailSuccess':
      return { kind: 'sent', email: result.email }
    case 'MailLimitReached':
      return { kind: 'limited', retryAt: result.retryAt }
    case 'MailRefused':
      return { kind: 'refused' }
    case 'EmailConfirmed':
      return { kind: 'confirmed' }
    case '%other':
    default:
      return unknownResult(result)
  }
}

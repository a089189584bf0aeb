import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { useShareBookMutation } from '../../../../__generated__/useShareBookMutation.graphql.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { unknownResult } from '../../../../relay/unknownResult.ts'
import { useAppMutation } from '../../../../relay/useAppMutation.ts'
import type { SaveOutcome } from '../../../../shared/settings/useSettingsForm.ts'
import { ConfirmSender } from './ConfirmSender.tsx'
import type { ShareProblem, ShareTexts } from './shareTexts.ts'

const mutation = graphql`
  mutation useShareBookMutation($input: ShareWidgetInput!) {
    shareWidget(input: $input) {
      __typename
      ... on ShareWidgetSuccess {
        widget {
          ...BookView_book
        }
      }
      ... on WidgetNotFound {
        __typename
      }
      ... on WidgetBlocked {
        __typename
      }
      ... on WidgetNotReady {
        __typename
      }
      ... on InvalidRecipient {
        __typename
      }
      ... on InvalidShareMessage {
        field
      }
      ... on TooManyRecipients {
        __typename
      }
      ... on TooManyMails {
        retryAt
      }
      ... on SenderNotConfirmed {
        __typename
      }
    }
  }
`

type Outcome = SaveOutcome<ShareTexts, ShareProblem>
type Result = useShareBookMutation['response']['shareWidget']

/** Mails a link to a book. @param senderEmail the customer's own address, which must be confirmed */
export function useShareBook(widgetId: string, senderEmail: string): (texts: ShareTexts) => Promise<Outcome> {
  const { locale } = useIntl()
  const { channel } = useSession().config
  const [run] = useAppMutation<useShareBookMutation>(mutation)
  const outcomeOf = useOutcome(senderEmail)
  return async (texts) => {
    const outcome = await run({ variables: { input: { widgetId, channel, locale, ...texts } } })
    if (outcome.kind === 'answered') return outcomeOf(outcome.response.shareWidget)
    return { kind: 'refused', refusal: { kind: 'failed', correlationId: outcome.error.correlationId } }
  }
}

function invalid(problem: ShareProblem): Outcome {
  return { kind: 'refused', refusal: { kind: 'invalid', problems: [problem] } }
}

function useOutcome(senderEmail: string): (result: Result) => Outcome {
  const { formatMessage, formatDate } = useIntl()
  const because = (id: string, values = {}): Outcome => ({
    kind: 'refused',
    refusal: { kind: 'other', text: formatMessage({ id }, values) },
  })
  return (result) => {
    switch (result.__typename) {
      case 'ShareWidgetSuccess':
        return { kind: 'saved' }
      case 'InvalidRecipient':
        return invalid({ field: 'recipientEmail', problem: 'NOT_VALID' })
      case 'InvalidShareMessage':
        return invalid({ field: result.field === 'SENDER_NAME' ? 'senderName' : 'message', problem: 'NOT_VALID' })
      case 'TooManyMails': {
        if (!result.retryAt) return because('onlineBook.share.tooManyMailsNow')
        const moment = formatDate(result.retryAt, { dateStyle: 'medium', timeStyle: 'short' })
        return because('onlineBook.share.tooManyMails', { moment })
      }
      case 'TooManyRecipients':
        return because('onlineBook.share.tooManyRecipients')
      case 'WidgetBlocked':
        return because('onlineBooks.state.blocked')
      case 'WidgetNotReady':
        return because('onlineBooks.state.preparing')
      case 'WidgetNotFound':
        return because('onlineBook.missingText')
      case 'SenderNotConfirmed': {
        const text = formatMessage({ id: 'onlineBook.share.notConfirmed' }, { email: senderEmail })
        return { kind: 'refused', refusal: { kind: 'other', text, action: <ConfirmSender email={senderEmail} /> } }
      }
      case '%other':
      default:
        return { kind: 'refused', refusal: { ...unknownResult(result), correlationId: '' } }
    }
  }
}

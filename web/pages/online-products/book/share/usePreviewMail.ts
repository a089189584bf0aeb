import { useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { usePreviewMailMutation } from '../../../../__generated__/usePreviewMailMutation.graphql.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { useAppMutation } from '../../../../relay/useAppMutation.ts'
import type { ShareTexts } from './shareTexts.ts'

const mutation = graphql`
  mutation usePreviewMailMutation($input: PreviewWidgetMailInput!) {
    previewWidgetMail(input: $input) {
      __typename
      ... on PreviewWidgetMailSuccess {
        subject
        html
      }
      ... on InvalidShareMessage {
        field
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
    }
  }
`

/** A mail with the texts from which it was made. */
export interface PreviewedMail {
  readonly subject: string
  readonly html: string
  readonly texts: ShareTexts
}

/** Fetches the mail that would be sent, without sending it. */
export function usePreviewMail(widgetId: string) {
  const { locale } = useIntl()
  const { channel } = useSession().config
  const [run, isPending] = useAppMutation<usePreviewMailMutation>(mutation)
  const [mail, setMail] = useState<PreviewedMail | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const show = async (texts: ShareTexts) => {
    const { senderName, message } = texts
    const outcome = await run({ variables: { input: { widgetId, senderName, message, channel, locale } } })
    const result = outcome.kind === 'answered' ? outcome.response.previewWidgetMail : null
    const isShown = result?.__typename === 'PreviewWidgetMailSuccess'
    setFailed(!isShown)
    if (isShown) setMail({ subject: result.subject, html: result.html, texts })
  }
  return { mail, hasFailed, isPending, show }
}

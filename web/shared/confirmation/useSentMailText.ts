import { useIntl } from 'react-intl'
import type { SentMail } from './useSendConfirmationMail.ts'

/** Returns the message to show after another link was requested. @param address the address to confirm */
export function useSentMailText(address: string): (result: SentMail) => string {
  const { formatMessage, formatDate } = useIntl()
  return (result) => {
    switch (result.kind) {
      case 'sent':
        return formatMessage({ id: 'confirmation.sent' }, { email: result.email })
      case 'limited':
        return formatMessage(
          { id: 'confirmation.limited' },
          { moment: formatDate(result.retryAt, { dateStyle: 'medium', timeStyle: 'short' }) },
        )
      case 'refused':
        return formatMessage({ id: 'confirmation.refused' }, { email: address })
      case 'confirmed':
        return formatMessage({ id: 'confirmation.confirmed' })
      case 'failed':
        return formatMessage({ id: 'confirmation.failed' })
    }
  }
}

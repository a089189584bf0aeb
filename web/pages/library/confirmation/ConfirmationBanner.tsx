import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Banner, extraActionClass } from '../banner/Banner.tsx'
import { ExpandButton } from '../banner/ExpandButton.tsx'
import { useSendConfirmationMail } from '../../../shared/confirmation/useSendConfirmationMail.ts'
import { useSentMailText } from '../../../shared/confirmation/useSentMailText.ts'

export interface ConfirmationBannerProps {
  readonly email: string
  readonly onClose: () => void
}

/**
 * Says which mails a customer misses until the e-mail address is confirmed. A button mails the link for the
 * confirmation again.
 */
export function ConfirmationBanner({ email, onClose }: ConfirmationBannerProps) {
  const { formatMessage } = useIntl()
  const { send, isSending, sentMail } = useSendConfirmationMail()
  const [isExpanded, setExpanded] = useState(false)
  const resultOf = useSentMailText(email)
  const textId = useId()
  const sendAndShow = async () => {
    await send()
    setExpanded(true)
  }
  const isConfirmed = sentMail?.kind === 'confirmed'
  return (
    <Banner
      data-expanded={isExpanded}
      title={formatMessage({ id: 'confirmation.title' })}
      actions={
        <>
          <ExpandButton isExpanded={isExpanded} controls={textId} onPress={() => setExpanded(!isExpanded)} />
          {!isConfirmed && (
            <Button
              variant="quiet"
              size="small"
              className={extraActionClass}
              isPending={isSending}
              onPress={() => void sendAndShow()}
            >
              {formatMessage({ id: 'confirmation.send' })}
            </Button>
          )}
        </>
      }
      onClose={onClose}
    >
      <span id={textId}>
        {/* Rendered while empty, so that screen readers announce the result. */}
        <output>{sentMail && resultOf(sentMail)}</output>
        {!sentMail && formatMessage({ id: 'confirmation.text' })}
      </span>
    </Banner>
  )
}

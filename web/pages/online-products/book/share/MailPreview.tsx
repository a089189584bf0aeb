import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import section from '../BookSection.module.css'
import styles from './MailPreview.module.css'
import { mailPreviewPage } from './mailPreviewPage.ts'
import { type ShareTexts, shareProblems } from './shareTexts.ts'
import { type PreviewedMail, usePreviewMail } from './usePreviewMail.ts'

export interface MailPreviewProps {
  readonly widgetId: string
  readonly texts: ShareTexts
}

/** Shows the mail as its recipient would see it. It is updated only when the customer presses the button. */
export function MailPreview({ widgetId, texts }: MailPreviewProps) {
  const { mail, hasFailed, isPending, show } = usePreviewMail(widgetId)
  const isOutdated =
    mail !== null && (mail.texts.senderName !== texts.senderName || mail.texts.message !== texts.message)
  // The preview does not need the recipient's address, because the mail does not contain that address.
  const isComplete = shareProblems(texts).every(({ field }) => field === 'recipientEmail')
  return (
    <div className={styles.preview}>
      <div className={section.actions}>
        <Button isPending={isPending} onPress={() => void show(texts)}>
          <FormattedMessage id={mail ? 'onlineBook.preview.update' : 'onlineBook.preview.show'} />
        </Button>
        <output className={section.text}>{isOutdated && <FormattedMessage id="onlineBook.preview.outdated" />}</output>
      </div>
      <p role="alert" className={section.problem}>
        {hasFailed && !isPending && (
          <FormattedMessage id={isComplete ? 'onlineBook.preview.failed' : 'onlineBook.preview.incomplete'} />
        )}
      </p>
      {mail && <Mail mail={mail} />}
    </div>
  )
}

function Mail({ mail: { subject, html } }: { readonly mail: PreviewedMail }) {
  const { formatMessage } = useIntl()
  const page = useMemo(() => mailPreviewPage(html), [html])
  return (
    <figure className={styles.mail}>
      <figcaption className={styles.subject}>
        <FormattedMessage id="onlineBook.preview.subject" values={{ subject }} />
      </figcaption>
      {/* The frame has no permissions: nothing in the mail can run, open a page, or read this page. */}
      <iframe
        sandbox=""
        srcDoc={page}
        title={formatMessage({ id: 'onlineBook.preview.title' })}
        className={styles.frame}
      />
    </figure>
  )
}

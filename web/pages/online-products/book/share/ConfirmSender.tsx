import { FormattedMessage } from 'react-intl'
import { useSendConfirmationMail } from '../../../../shared/confirmation/useSendConfirmationMail.ts'
import { useSentMailText } from '../../../../shared/confirmation/useSentMailText.ts'
import { Button } from '../../../../ui/Button.tsx'
import styles from '../BookSection.module.css'

/** Mails the link with which the customer confirms the e-mail address of the account. */
export function ConfirmSender({ email }: { readonly email: string }) {
  const { send, isSending, sentMail } = useSendConfirmationMail()
  const textOf = useSentMailText(email)
  return (
    <div className={styles.section}>
      <Button isPending={isSending} onPress={() => void send()}>
        <FormattedMessage id="confirmation.send" />
      </Button>
      <output>{sentMail && textOf(sentMail)}</output>
    </div>
  )
}

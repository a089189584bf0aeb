import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  RecipientListItem_link$data,
  RecipientListItem_link$key,
} from '../../../../__generated__/RecipientListItem_link.graphql.ts'
import { Button } from '../../../../ui/Button.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import styles from './RecipientListItem.module.css'

const fragment = graphql`
  fragment RecipientListItem_link on WidgetLink {
    recipientEmail
    createdAt
    expiresAt
    state
    notSentReason
    viewCount
  }
`

export interface RecipientListItemProps {
  readonly link: RecipientListItem_link$key
  readonly onAgain: (email: string) => void
  /** Called with the address of the recipient whose link the customer wants to end. */
  readonly onEnd: (email: string) => void
}

/** A recipient: the state of the mail, until when the link works, and how often the book was opened with it. */
export function RecipientListItem({ link: key, onAgain, onEnd }: RecipientListItemProps) {
  const { formatMessage } = useIntl()
  const link = useFragment(fragment, key)
  const { recipientEmail, state, viewCount } = link
  const email = recipientEmail ?? ''
  const facts = useFacts(link)
  const isProblem = state === 'NOT_SENT'
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <h3 className={styles.email}>{email}</h3>
        {/* Screen readers announce when the mail was sent. */}
        <output data-tone={isProblem ? 'danger' : 'info'} className={styles.facts}>
          {facts}
        </output>
        <p className={styles.facts}>{formatMessage({ id: 'onlineBooks.views' }, { count: viewCount })}</p>
      </div>
      <div className={styles.actions}>
        <Button size="small" isDisabled={state === 'SENDING'} onPress={() => onAgain(email)}>
          <FormattedMessage id="onlineBook.recipients.again" /> <VisuallyHidden>{email}</VisuallyHidden>
        </Button>
        {state !== 'EXPIRED' && (
          <Button size="small" variant="quiet" aria-haspopup="dialog" onPress={() => onEnd(email)}>
            <FormattedMessage id="onlineBook.end" /> <VisuallyHidden>{email}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  )
}

/** The messages for the reasons why a mail was not sent. */
const reasons: Readonly<Record<string, string>> = {
  REFUSED_ADDRESS: 'onlineBook.notSent.refused',
  STOPPED_BY_RECIPIENT: 'onlineBook.notSent.stopped',
  TOO_MANY_MAILS: 'onlineBook.notSent.tooMany',
  MAIL_SERVER_UNAVAILABLE: 'onlineBook.notSent.unavailable',
}

function useFacts({ state, notSentReason, createdAt, expiresAt }: RecipientListItem_link$data): string {
  const { formatMessage, formatDate } = useIntl()
  const day = (moment: string) => formatDate(moment, { day: '2-digit', month: 'short', year: 'numeric' })
  const until = expiresAt ? [formatMessage({ id: 'onlineBook.until' }, { date: day(expiresAt) })] : []
  if (state === 'SENDING') return formatMessage({ id: 'onlineBook.sending' })
  if (state === 'NOT_SENT') return formatMessage({ id: reasons[notSentReason ?? ''] ?? 'onlineBook.notSent.unknown' })
  if (state === 'EXPIRED') return formatMessage({ id: 'onlineBook.expired' }, { date: day(expiresAt ?? createdAt) })
  return [formatMessage({ id: 'onlineBook.sent' }, { date: day(createdAt) }), ...until].join(' · ')
}

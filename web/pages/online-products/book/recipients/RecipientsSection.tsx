import { Suspense, lazy, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RecipientsSection_book$key } from '../../../../__generated__/RecipientsSection_book.graphql.ts'
import { focusAfterDialog } from '../../../../shared/focusAfterDialog.ts'
import { PartFailure } from '../../../../shared/PartFailure.tsx'
import { Section } from '../../../../shared/Section.tsx'
import section from '../BookSection.module.css'
import { RecipientListItem } from './RecipientListItem.tsx'
import styles from './RecipientsSection.module.css'

const EndLinkDialog = lazy(async () => ({ default: (await import('../EndLinkDialog.tsx')).EndLinkDialog }))

const fragment = graphql`
  fragment RecipientsSection_book on Widget {
    links @catch(to: RESULT) {
      id
      kind
      state
      ...RecipientListItem_link
    }
  }
`

export interface RecipientsSectionProps {
  readonly book: RecipientsSection_book$key
  /** Called with the address of a recipient to whom the customer wants to send the link again. */
  readonly onAgain: (email: string) => void
  readonly onRetry: () => void
}

/** Who has a link to the book. Ended links are left out, because they cannot work again. */
export function RecipientsSection({ book, onAgain, onRetry }: RecipientsSectionProps) {
  const { formatMessage } = useIntl()
  const { links } = useFragment(fragment, book)
  const all = links.ok ? links.value : null
  const shown = all?.filter(({ kind, state }) => kind === 'RECIPIENT' && state !== 'ENDED') ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const [ending, setEnding] = useState<{ readonly id: string; readonly email: string } | null>(null)
  const close = () => {
    focusAfterDialog(() => heading.current)
    setEnding(null)
  }
  const title = formatMessage({ id: 'onlineBook.recipients.title' })
  return (
    <Section title={title} headingRef={heading}>
      {!all && <PartFailure message={formatMessage({ id: 'onlineBook.recipients.failed' })} onRetry={onRetry} />}
      {all && shown.length === 0 && (
        <p className={section.text}>
          <FormattedMessage id="onlineBook.recipients.none" />
        </p>
      )}
      {shown.length > 0 && (
        <ul aria-label={title} className={styles.list}>
          {shown.map((link) => (
            <RecipientListItem
              key={link.id}
              link={link}
              onAgain={onAgain}
              onEnd={(email) => setEnding({ id: link.id, email })}
            />
          ))}
        </ul>
      )}
      {ending && (
        <Suspense fallback={null}>
          <EndLinkDialog
            linkId={ending.id}
            title={formatMessage({ id: 'onlineBook.end.title' }, { email: ending.email })}
            text={formatMessage({ id: 'onlineBook.end.text' })}
            done={formatMessage({ id: 'onlineBook.end.done' }, { email: ending.email })}
            onClose={close}
          />
        </Suspense>
      )}
    </Section>
  )
}

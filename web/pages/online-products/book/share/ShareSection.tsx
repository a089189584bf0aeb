import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ShareSection_book$key } from '../../../../__generated__/ShareSection_book.graphql.ts'
import type { ShareSection_viewer$key } from '../../../../__generated__/ShareSection_viewer.graphql.ts'
import { Section } from '../../../../shared/Section.tsx'
import { ShareForm } from './ShareForm.tsx'
import styles from '../BookSection.module.css'

const bookFragment = graphql`
  fragment ShareSection_book on Widget {
    id
  }
`

const viewerFragment = graphql`
  fragment ShareSection_viewer on Viewer {
    email
    customer {
      firstName
      lastName
    }
  }
`

export interface ShareSectionProps {
  readonly book: ShareSection_book$key
  readonly viewer: ShareSection_viewer$key
  /** The address of a recipient to whom the customer sends the link again. */
  readonly again: { readonly email: string } | null
}

/** The form that mails a link to the book. */
export function ShareSection({ book: bookKey, viewer: viewerKey, again }: ShareSectionProps) {
  const { id } = useFragment(bookFragment, bookKey)
  const { email, customer } = useFragment(viewerFragment, viewerKey)
  // If the profile cannot be read, the name is empty, and the customer types it.
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return (
    <Section title={<FormattedMessage id="onlineBook.share.title" />}>
      <div className={styles.section}>
        <p className={styles.text}>
          <FormattedMessage id="onlineBook.share.text" />
        </p>
      </div>
      <ShareForm widgetId={id} senderName={name} senderEmail={email} again={again} />
    </Section>
  )
}

import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BookStatus_book$key } from '../../../__generated__/BookStatus_book.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { WarningIcon } from '../../../ui/laterIcons.tsx'
import styles from './BookStatus.module.css'

const fragment = graphql`
  fragment BookStatus_book on Widget {
    state
    missingPageCount
  }
`

/**
 * Says why a book cannot be opened, or how many of its pictures are missing. Screen readers announce a state that
 * changes while the page is open.
 */
export function BookStatus({ book }: { readonly book: BookStatus_book$key }) {
  const { links } = useSession().config
  const { state, missingPageCount } = useFragment(fragment, book)
  const isUnavailable = state === 'FAILED' || state === 'BLOCKED'
  return (
    <output data-tone={isUnavailable ? 'danger' : 'info'} className={styles.status}>
      {state === 'PREPARING' && <FormattedMessage id="onlineBooks.state.preparing" />}
      {isUnavailable && (
        <>
          <WarningIcon size={18} />
          <span>
            <FormattedMessage id={state === 'FAILED' ? 'onlineBooks.state.failed' : 'onlineBooks.state.blocked'} />{' '}
            <a href={links.customerCare}>
              <FormattedMessage id="order.contact" />
            </a>
          </span>
        </>
      )}
      {state === 'READY' && missingPageCount > 0 && (
        <FormattedMessage id="onlineBooks.missingPages" values={{ count: missingPageCount }} />
      )}
    </output>
  )
}

import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { RestoreSection_book$key } from '../../../__generated__/RestoreSection_book.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { Section } from '../../../shared/Section.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useFocusOnPart } from '../../../ui/useFocusOnPart.ts'
import { restoreBook } from '../shared/restoreBook.ts'
import styles from './BookSection.module.css'

const fragment = graphql`
  fragment RestoreSection_book on Widget {
    id
    productCode
    title
    state
    restorableUntil
  }
`

/** Restores a deleted book, or recreates a book whose pictures could not be copied. */
export function RestoreSection({ book }: { readonly book: RestoreSection_book$key }) {
  const { formatDate } = useIntl()
  const session = useSession()
  const { id, productCode, title, state, restorableUntil } = useFragment(fragment, book)
  const [isPending, setPending] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  useFocusOnPart(content)
  const isDeleted = state === 'DELETED'
  const restore = async () => {
    setPending(true)
    await restoreBook(session, { id, productCode, title })
    setPending(false)
  }
  const date = restorableUntil ? formatDate(restorableUntil, { dateStyle: 'long' }) : null
  return (
    <Section title={<FormattedMessage id={isDeleted ? 'onlineBook.deleted' : 'onlineBook.failed'} />}>
      <div ref={content} className={styles.section}>
        <p className={styles.text}>
          {isDeleted && date !== null && <FormattedMessage id="onlineBook.deletedText" values={{ date }} />}
          {isDeleted && date === null && <FormattedMessage id="onlineBook.deletedSoon" />}
          {!isDeleted && <FormattedMessage id="onlineBook.failedText" />}
        </p>
        <div className={styles.actions}>
          <Button variant="primary" isPending={isPending} onPress={() => void restore()}>
            <FormattedMessage id={isDeleted ? 'onlineBook.restore' : 'common.retry'} />
          </Button>
        </div>
      </div>
    </Section>
  )
}

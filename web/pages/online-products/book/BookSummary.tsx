import { Suspense, lazy, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BookSummary_book$key } from '../../../__generated__/BookSummary_book.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { orderPath } from '../../../shared/paths.ts'
import { actionLink } from '../../../ui/actionLink.ts'
import { Button } from '../../../ui/Button.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { BookCover } from '../shared/BookCover.tsx'
import { BookStatus } from '../shared/BookStatus.tsx'
import { OpenBookLink } from '../shared/OpenBookLink.tsx'
import { useBookFacts } from '../shared/useBookFacts.ts'
import styles from './BookSummary.module.css'

const DeleteBookDialog = lazy(async () => ({
  default: (await import('../shared/DeleteBookDialog.tsx')).DeleteBookDialog,
}))

const fragment = graphql`
  fragment BookSummary_book on Widget {
    id
    productCode
    orderCode
    title
    state
    ownerUrl
    ...BookCover_book
    ...BookStatus_book
    ...useBookFacts_book
  }
`

/** The cover and the facts of the book, and links that open the book and its order. */
export function BookSummary({ book: key }: { readonly book: BookSummary_book$key }) {
  const book = useFragment(fragment, key)
  const { id, productCode, orderCode, title, state, ownerUrl } = book
  const { about, sharing } = useBookFacts(book)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className={styles.summary}>
      <div className={styles.cover}>
        <BookCover book={book} isEager />
      </div>
      <div className={styles.about}>
        <h2 tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {about && <p className={styles.facts}>{about}</p>}
        {sharing !== null && <p className={styles.facts}>{sharing}</p>}
        <BookStatus book={book} />
        <AppLink to={orderPath(orderCode)} className={actionLink}>
          <FormattedMessage id="order.title" values={{ code: orderCode }} />
        </AppLink>
      </div>
      <div className={styles.actions}>
        {ownerUrl && <OpenBookLink url={ownerUrl} title={title} />}
        {state !== 'DELETED' && (
          <Button
            variant="quiet"
            icon={<TrashIcon size={18} />}
            aria-haspopup="dialog"
            onPress={() => setDeleting(true)}
          >
            <FormattedMessage id="onlineBooks.delete" />
          </Button>
        )}
      </div>
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteBookDialog book={{ id, productCode, title }} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </div>
  )
}

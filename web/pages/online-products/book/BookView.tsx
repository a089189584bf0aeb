import { type ReactNode, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BookView_book$key } from '../../../__generated__/BookView_book.graphql.ts'
import type { BookView_viewer$key } from '../../../__generated__/BookView_viewer.graphql.ts'
import { useReadAgain } from '../../../shared/useReadAgain.ts'
import { BookSummary } from './BookSummary.tsx'
import styles from './BookView.module.css'
import { PublicLinkSection } from './public-link/PublicLinkSection.tsx'
import { RecipientsSection } from './recipients/RecipientsSection.tsx'
import { RestoreSection } from './RestoreSection.tsx'
import { ShareSection } from './share/ShareSection.tsx'

const viewerFragment = graphql`
  fragment BookView_viewer on Viewer {
    ...ShareSection_viewer
  }
`

const fragment = graphql`
  fragment BookView_book on Widget {
    state
    links {
      state
    }
    ...BookSummary_book
    ...RestoreSection_book
    ...ShareSection_book
    ...RecipientsSection_book
    ...PublicLinkSection_book
  }
`

export interface BookViewProps {
  readonly book: BookView_book$key
  readonly viewer: BookView_viewer$key
  readonly gallery: ReactNode
  /** Fetches the book again. Until the answer arrives, the page keeps what it shows. */
  readonly onRead: () => void
  readonly onRetry: () => void
}

/** The content of the page. Two columns on large screens: the actions for the book, and the book. */
export function BookView({ book: key, viewer: viewerKey, gallery, onRead, onRetry }: BookViewProps) {
  const book = useFragment(fragment, key)
  const viewer = useFragment(viewerFragment, viewerKey)
  // Each press sets a new object, so that a second press for the same address also has an effect.
  const [again, setAgain] = useState<{ readonly email: string } | null>(null)
  const { state, links } = book
  const isSending = links?.some((link) => link.state === 'SENDING') ?? false
  useReadAgain(state === 'PREPARING' || isSending, onRead)
  return (
    <div className={styles.view}>
      <BookSummary book={book} />
      <div className={styles.sections}>
        {state === 'READY' && (
          <>
            <ShareSection book={book} viewer={viewer} again={again} />
            <RecipientsSection book={book} onAgain={(email) => setAgain({ email })} onRetry={onRetry} />
            <PublicLinkSection book={book} />
            {gallery}
          </>
        )}
        {(state === 'DELETED' || state === 'FAILED') && <RestoreSection book={book} />}
      </div>
    </div>
  )
}

import { graphql, useFragment } from 'react-relay/hooks'
import type { BookCover_book$key } from '../../../__generated__/BookCover_book.graphql.ts'
import { Picture } from '../../../shared/Picture.tsx'
import { OnlineBookIcon } from '../../../ui/icons.tsx'
import { WarningIcon } from '../../../ui/laterIcons.tsx'
import styles from './BookCover.module.css'

const fragment = graphql`
  fragment BookCover_book on Widget {
    state
    coverUrl
  }
`

export interface BookCoverProps {
  readonly book: BookCover_book$key
  /** True for a book that is on screen from the start: its picture is not loaded lazily. */
  readonly isEager?: boolean
}

/**
 * The cover of an online book. If the book has no picture, the cover shows an icon. The cover is decorative, because
 * the title is beside it.
 */
export function BookCover({ book, isEager = false }: BookCoverProps) {
  const { state, coverUrl } = useFragment(fragment, book)
  const isOut = state === 'FAILED' || state === 'BLOCKED'
  return (
    <span data-state={state} className={styles.book}>
      <span className={styles.cover}>
        {coverUrl ? (
          <Picture
            pictureProblem={null}
            thumbhash={null}
            small={coverUrl}
            large={undefined}
            isEager={isEager}
            isCover
          />
        ) : (
          <span className={styles.empty}>{isOut ? <WarningIcon size={32} /> : <OnlineBookIcon size={36} />}</span>
        )}
      </span>
    </span>
  )
}

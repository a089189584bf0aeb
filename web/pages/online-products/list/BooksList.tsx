import { Suspense, lazy, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { Navigate, useLocation } from 'react-router-dom'
import type { BookListItem_book$key } from '../../../__generated__/BookListItem_book.graphql.ts'
import type { BooksList_viewer$key } from '../../../__generated__/BooksList_viewer.graphql.ts'
import { carryAlong } from '../../../shared/carryAlong.ts'
import { focusAfterDialog } from '../../../shared/focusAfterDialog.ts'
import { pageAddress } from '../../../shared/page-links/pageAddress.ts'
import { PageLinks } from '../../../shared/page-links/PageLinks.tsx'
import { usePageFocus } from '../../../shared/page-links/usePageFocus.ts'
import { onlineProductsPath } from '../../../shared/paths.ts'
import { useReadAgain } from '../../../shared/useReadAgain.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { NamedBook } from '../shared/restoreBook.ts'
import { BookListItem } from './BookListItem.tsx'
import styles from './BooksList.module.css'
import { BooksSkeleton } from './BooksSkeleton.tsx'
import { booksPerPage } from '../shared/booksPerPage.ts'
import { NoBooks } from './NoBooks.tsx'

const DeleteBookDialog = lazy(async () => ({
  default: (await import('../shared/DeleteBookDialog.tsx')).DeleteBookDialog,
}))

const fragment = graphql`
  fragment BooksList_viewer on Viewer @argumentDefinitions(skip: { type: "Int!" }) {
    widgets(first: 12, skip: $skip) {
      totalCount
      edges {
        node {
          id
          productCode
          title
          state
          ...BookListItem_book
        }
      }
    }
  }
`

export interface BooksListProps {
  readonly viewer: BooksList_viewer$key
  /** The number of the page, from 1. */
  readonly page: number
  /** Fetches the page again. Until the answer arrives, the page keeps what it shows. */
  readonly onRead: () => void
  readonly onRetry: () => void
}

/** One page of the online books. A page number beyond the last page redirects to the last page. */
export function BooksList({ viewer, page, onRead, onRetry }: BooksListProps) {
  const { formatMessage } = useIntl()
  const { search } = useLocation()
  const { widgets } = useFragment(fragment, viewer)
  // The node of a book that was removed for good is null. A book that was deleted in this tab stays in the store, with
  // the state DELETED.
  const nodes = widgets?.edges.flatMap(({ node }) => node ?? []) ?? []
  const shown = nodes.filter(({ state }) => state !== 'DELETED')
  useReadAgain(
    shown.some(({ state }) => state === 'PREPARING'),
    onRead,
  )
  if (!widgets) return <ErrorState message={formatMessage({ id: 'onlineBooks.loadFailed' })} onRetry={onRetry} />
  const { totalCount } = widgets
  if (totalCount === 0) return <NoBooks />
  const pages = Math.ceil(totalCount / booksPerPage)
  if (page > pages) {
    return (
      <>
        <Navigate replace to={carryAlong(pageAddress(onlineProductsPath, pages), search)} />
        <BooksSkeleton />
      </>
    )
  }
  return (
    <>
      <Position page={page} count={shown.length} totalCount={totalCount} />
      <Books books={shown} />
      <PageLinks addressOf={(number) => pageAddress(onlineProductsPath, number)} page={page} pages={pages} />
    </>
  )
}

interface PositionProps {
  readonly page: number
  readonly count: number
  readonly totalCount: number
}

/** Says which of the books are shown. Takes the focus when another page is shown. */
function Position({ page, count, totalCount }: PositionProps) {
  const from = (page - 1) * booksPerPage + 1
  const range = { from, to: from + Math.max(count, 1) - 1, total: totalCount }
  return (
    <p ref={usePageFocus<HTMLParagraphElement>(page)} tabIndex={-1} className={styles.position}>
      {totalCount <= booksPerPage ? (
        <FormattedMessage id="onlineBooks.count" values={{ count: totalCount }} />
      ) : (
        <FormattedMessage id="onlineBooks.range" values={range} />
      )}
    </p>
  )
}

type ListedBook = BookListItem_book$key & NamedBook

interface Deletion {
  readonly book: NamedBook
  /** The next and the previous book: the focus moves to one of them after the deletion. */
  readonly neighbours: readonly string[]
}

function Books({ books }: { readonly books: readonly ListedBook[] }) {
  const { formatMessage } = useIntl()
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const ask = (book: NamedBook, place: number) => {
    const neighbours = [books[place + 1], books[place - 1]].flatMap((neighbour) => neighbour?.id ?? [])
    setDeletion({ book, neighbours })
  }
  const close = () => {
    focusAfterDialog(() => headingOf(deletion?.neighbours ?? []))
    setDeletion(null)
  }
  return (
    <>
      <ul aria-label={formatMessage({ id: 'menu.onlineProducts' })} className={styles.list}>
        {books.map((book, place) => (
          <BookListItem key={book.id} book={book} isEager={place < 4} onDelete={() => ask(named(book), place)} />
        ))}
      </ul>
      {deletion && (
        <Suspense fallback={null}>
          <DeleteBookDialog book={deletion.book} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function named({ id, productCode, title }: ListedBook): NamedBook {
  return { id, productCode, title }
}

/** The heading of the first of these books that is in the list; if none is, the content of the page. */
function headingOf(ids: readonly string[]): HTMLElement | null {
  const selectors = ids.map((id) => `[data-book="${CSS.escape(id)}"]`)
  const headings = selectors.map((selector) => document.querySelector<HTMLElement>(selector))
  return headings.find((heading) => heading !== null) ?? document.getElementById('main')
}

import { graphql } from 'react-relay/hooks'
import type { deleteBookMutation } from '../../../__generated__/deleteBookMutation.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'
import { showToast } from '../../../ui/toasts.ts'
import { bookPagesOf } from './bookPages.ts'
import { type NamedBook, restoreBook } from './restoreBook.ts'

const mutation = graphql`
  mutation deleteBookMutation($input: DeleteWidgetInput!) {
    deleteWidget(input: $input) {
      __typename
      ... on DeleteWidgetSuccess {
        widget {
          ...RestoreSection_book
        }
      }
      ... on WidgetNotFound {
        __typename
      }
    }
  }
`

/**
 * Deletes a book. All its links stop working immediately. A toast then offers Undo. A book that was already removed
 * elsewhere counts as deleted. Resolves to false after a failure.
 */
export async function deleteBook(session: Session, book: NamedBook): Promise<boolean> {
  const { environment, intl } = session
  const pages = bookPagesOf(session)
  const outcome = await runMutation<deleteBookMutation>(environment, mutation, {
    variables: { input: { widgetId: book.id } },
    // An updater instead of @deleteRecord, because the book's own page still shows the deleted book, and offers to
    // restore it.
    updater: (store, response) => {
      const kind = response?.deleteWidget.__typename
      if (kind === 'WidgetNotFound') pages.remove(store, book.id)
      if (kind !== 'DeleteWidgetSuccess') return
      store.get(book.id)?.setValue('DELETED', 'state')
      pages.decrease(store)
    },
  })
  const kind = outcome.kind === 'answered' ? outcome.response.deleteWidget.__typename : null
  if (kind !== 'DeleteWidgetSuccess' && kind !== 'WidgetNotFound') return false
  pages.refresh()
  showToast({
    kind: 'success',
    message: intl.formatMessage({ id: 'onlineBooks.delete.done' }, { title: book.title }),
    ...(kind === 'DeleteWidgetSuccess' && {
      action: {
        label: intl.formatMessage({ id: 'tasks.undo' }),
        onPress: () => void restoreBook(session, book),
      },
    }),
  })
  return true
}

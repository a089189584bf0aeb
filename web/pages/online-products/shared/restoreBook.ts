import { graphql } from 'react-relay/hooks'
import type { restoreBookMutation } from '../../../__generated__/restoreBookMutation.graphql.ts'
import type { Session } from '../../../app/Session.ts'
import { runMutation } from '../../../relay/useAppMutation.ts'
import { showToast } from '../../../ui/toasts.ts'
import { bookPagesOf } from './bookPages.ts'

const mutation = graphql`
  mutation restoreBookMutation($input: CreateWidgetInput!) {
    createWidget(input: $input) {
      __typename
      ... on CreateWidgetSuccess {
        widget {
          ...BookView_book
        }
      }
      ... on WidgetNotFound {
        __typename
      }
      ... on WidgetBlocked {
        __typename
      }
    }
  }
`

/** A book. The messages about it contain its title. */
export interface NamedBook {
  readonly id: string
  readonly productCode: string
  readonly title: string
}

/**
 * Restores a deleted book with its links, or recreates a book whose pictures could not be copied. Works on any page. A
 * toast shows the result, with a retry after a failure. Resolves when the toast is shown.
 */
export async function restoreBook(session: Session, book: NamedBook): Promise<void> {
  const { environment, intl } = session
  const pages = bookPagesOf(session)
  const outcome = await runMutation<restoreBookMutation>(environment, mutation, {
    variables: { input: { productCode: book.productCode } },
    // Marks all pages of the list as outdated, because the restored book may belong on a page that is not loaded.
    updater: (store) => pages.reset(store),
  })
  pages.refresh()
  const text = (id: string) => intl.formatMessage({ id }, { title: book.title })
  const kind = outcome.kind === 'answered' ? outcome.response.createWidget.__typename : null
  if (kind === 'CreateWidgetSuccess') {
    showToast({ kind: 'info', message: text('onlineBooks.restored'), timeout: 5_000 })
  } else if (kind === 'WidgetNotFound') {
    showToast({ kind: 'error', message: text('onlineBooks.restore.gone') })
  } else if (kind === 'WidgetBlocked') {
    showToast({ kind: 'error', message: text('onlineBooks.restore.blocked') })
  } else {
    const retry = () => void restoreBook(session, book)
    const action = { label: intl.formatMessage({ id: 'common.retry' }), onPress: retry }
    showToast({ kind: 'error', message: text('onlineBooks.restore.failed'), action })
  }
}

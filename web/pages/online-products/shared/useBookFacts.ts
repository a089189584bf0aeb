import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { useBookFacts_book$key } from '../../../__generated__/useBookFacts_book.graphql.ts'

const fragment = graphql`
  fragment useBookFacts_book on Widget {
    state
    pageCount
    recipientCount
    viewCount
    order {
      placedAt
    }
    publicUrl
  }
`

const dayFormat = { day: '2-digit', month: 'short', year: 'numeric' } as const

/** Returns the facts of a book as texts: its date and size (`about`), and who can see it (`sharing`). */
export function useBookFacts(book: useBookFacts_book$key): { readonly about: string; readonly sharing: string | null } {
  const { formatMessage, formatDate } = useIntl()
  const { state, pageCount, order, recipientCount, viewCount, publicUrl } = useFragment(fragment, book)
  const ordered = order && formatMessage({ id: 'onlineBooks.ordered' }, { date: formatDate(order.placedAt, dayFormat) })
  const pages = pageCount > 0 && formatMessage({ id: 'projects.pages' }, { count: pageCount })
  const about = [ordered, pages].filter(Boolean).join(' · ')
  if (state !== 'READY') return { about, sharing: null }
  const people = recipientCount > 0 && formatMessage({ id: 'onlineBooks.sharedWith' }, { count: recipientCount })
  const anybody = publicUrl && formatMessage({ id: 'onlineBooks.public' })
  const views = viewCount > 0 && formatMessage({ id: 'onlineBooks.views' }, { count: viewCount })
  const sharing = [people, anybody, views].filter(Boolean).join(' · ')
  return { about, sharing: sharing || formatMessage({ id: 'onlineBooks.private' }) }
}

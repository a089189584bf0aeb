import { useIntl } from 'react-intl'
import { graphql, usePreloadedQuery } from 'react-relay/hooks'
import { useLoaderData } from 'react-router-dom'
import type { OnlineProductPageQuery } from '../../../__generated__/OnlineProductPageQuery.graphql.ts'
import { type LoadedQuery, useLoadedQuery } from '../../../relay/useLoadedQuery.ts'
import { useReturn } from '../../../relay/useReturn.ts'
import { PageFrame } from '../../../shared/page/PageFrame.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { BookSkeleton } from './BookSkeleton.tsx'
import { BookView } from './BookView.tsx'
import { GallerySection } from './gallery/GallerySection.tsx'
import type { LoadedBook } from './loadOnlineProduct.ts'
import { MissingBook } from './MissingBook.tsx'

const query = graphql`
  query OnlineProductPageQuery($productCode: String!) {
    viewer {
      ...BookView_viewer
      widget(productCode: $productCode) @catch(to: RESULT) {
        ...BookView_book
      }
    }
  }
`

/**
 * The page of an online book. The customer shares the book by mail or with a public link, sees who has a link, and
 * publishes it in the gallery.
 */
export function OnlineProductPage() {
  const { formatMessage } = useIntl()
  // The route's loader returns this type; the router does not know it.
  const loaded = useLoaderData<LoadedBook>()
  const page = useLoadedQuery<OnlineProductPageQuery>(query, loaded.page)
  return (
    <PageFrame
      key={page.loaded.variables.productCode}
      query={page}
      back="onlineProducts"
      failure={formatMessage({ id: 'onlineBook.loadFailed' })}
      skeleton={<BookSkeleton />}
    >
      <Content page={page} gallery={loaded.gallery} />
    </PageFrame>
  )
}

interface ContentProps extends Pick<LoadedBook, 'gallery'> {
  readonly page: LoadedQuery<OnlineProductPageQuery>
}

function Content({ page, gallery }: ContentProps) {
  const { formatMessage } = useIntl()
  const { viewer } = usePreloadedQuery<OnlineProductPageQuery>(query, page.reference)
  const read = () => page.refresh()
  useReturn(read)
  const book = viewer?.widget
  if (!viewer || !book?.ok) {
    return <ErrorState message={formatMessage({ id: 'onlineBook.loadFailed' })} onRetry={page.retry} />
  }
  if (!book.value) return <MissingBook />
  return (
    <BookView
      book={book.value}
      viewer={viewer}
      gallery={<GallerySection loaded={gallery} />}
      onRead={read}
      onRetry={page.retry}
    />
  )
}

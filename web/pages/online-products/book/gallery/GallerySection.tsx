import { FormattedMessage, useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { GallerySectionQuery } from '../../../../__generated__/GallerySectionQuery.graphql.ts'
import { useHasAnswer } from '../../../../relay/useHasAnswer.ts'
import { type LoadedQuery, useLoadedQuery } from '../../../../relay/useLoadedQuery.ts'
import { useReturn } from '../../../../relay/useReturn.ts'
import { QuerySection } from '../../../../shared/QuerySection.tsx'
import { Section } from '../../../../shared/Section.tsx'
import { FieldsSkeleton } from '../../../../shared/settings/FieldsSkeleton.tsx'
import section from '../BookSection.module.css'
import { BookInGallery } from './BookInGallery.tsx'

// Without @throwOnFieldError, a book whose entry could not be read would look like a book without an entry, and the
// page would offer to publish it.
const query = graphql`
  query GallerySectionQuery($productCode: String!, $channel: String!, $locale: Locale!) @throwOnFieldError {
    viewer {
      widget(productCode: $productCode) {
        ...BookInGallery_book @arguments(channel: $channel, locale: $locale)
      }
      galleryCategories(locale: $locale) {
        ...BookInGallery_categories
      }
    }
  }
`

/**
 * The entry of the book in the gallery of the shop. The section has its own query: if that query fails, the rest of the
 * page works, and the section does not offer to publish a book that may have an entry.
 */
export function GallerySection({ loaded }: { readonly loaded: PreloadedQuery<GallerySectionQuery> }) {
  const { formatMessage } = useIntl()
  const gallery = useLoadedQuery<GallerySectionQuery>(query, loaded)
  const hasAnswer = useHasAnswer<GallerySectionQuery>(query, gallery.reference)
  return (
    <Section title={<FormattedMessage id="onlineBook.gallery.title" />}>
      <QuerySection
        query={gallery}
        hasAnswer={hasAnswer}
        failure={formatMessage({ id: 'onlineBook.gallery.loadFailed' })}
        skeleton={<FieldsSkeleton count={1} />}
      >
        <Entry gallery={gallery} />
      </QuerySection>
    </Section>
  )
}

function Entry({ gallery }: { readonly gallery: LoadedQuery<GallerySectionQuery> }) {
  const { viewer } = usePreloadedQuery<GallerySectionQuery>(query, gallery.reference)
  useReturn(() => gallery.refresh())
  // The book does not exist any more. The page itself says so.
  if (!viewer?.widget) return null
  if (!viewer.galleryCategories) {
    return (
      <p className={section.text}>
        <FormattedMessage id="onlineBook.gallery.notOffered" />
      </p>
    )
  }
  return <BookInGallery book={viewer.widget} categories={viewer.galleryCategories} />
}

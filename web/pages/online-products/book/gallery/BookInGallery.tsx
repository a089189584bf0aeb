import { Suspense, lazy, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { BookInGallery_book$key } from '../../../../__generated__/BookInGallery_book.graphql.ts'
import type { BookInGallery_categories$key } from '../../../../__generated__/BookInGallery_categories.graphql.ts'
import { focusAfterDialog } from '../../../../shared/focusAfterDialog.ts'
import { Button } from '../../../../ui/Button.tsx'
import section from '../BookSection.module.css'
import { EntryForm } from './EntryForm.tsx'
import { GalleryEntryView } from './GalleryEntryView.tsx'

const RemoveEntryDialog = lazy(async () => ({ default: (await import('./RemoveEntryDialog.tsx')).RemoveEntryDialog }))

const fragment = graphql`
  fragment BookInGallery_book on Widget
  @argumentDefinitions(channel: { type: "String!" }, locale: { type: "Locale!" }) {
    id
    title
    galleryEntry(channel: $channel) {
      id
      ...GalleryEntryView_entry @arguments(locale: $locale)
      ...EntryForm_entry @arguments(locale: $locale)
    }
  }
`

const categoriesFragment = graphql`
  fragment BookInGallery_categories on GalleryCategory @relay(plural: true) {
    ...EntryForm_categories
  }
`

export interface BookInGalleryProps {
  readonly book: BookInGallery_book$key
  readonly categories: BookInGallery_categories$key
}

/** Shows the entry, or the offer to publish the book, or the form that publishes the book or changes the entry. */
export function BookInGallery({ book, categories: categoriesKey }: BookInGalleryProps) {
  const categories = useFragment(categoriesFragment, categoriesKey)
  const { id, title, galleryEntry: entry } = useFragment(fragment, book)
  const [isOpen, setOpen] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  // Moves the focus to the heading, because the button or the form that had the focus has been removed.
  const focusHeading = () => content.current?.closest('section')?.querySelector('h2')?.focus()
  const close = () => {
    setOpen(false)
    focusHeading()
  }
  const endRemoval = () => {
    focusAfterDialog(() => content.current?.closest('section')?.querySelector('h2') ?? null)
    setRemoving(false)
  }
  return (
    <div ref={content}>
      {!isOpen && entry && (
        <GalleryEntryView entry={entry} onEdit={() => setOpen(true)} onRemove={() => setRemoving(true)} />
      )}
      {!isOpen && !entry && (
        <div className={section.section}>
          <p className={section.text}>
            <FormattedMessage id="onlineBook.gallery.text" />
          </p>
          <Button onPress={() => setOpen(true)}>
            <FormattedMessage id="onlineBook.gallery.publish" />
          </Button>
        </div>
      )}
      {/* The form stays when another tab publishes or removes the entry, so that it keeps what was typed. */}
      {isOpen && (
        <EntryForm
          widgetId={id}
          bookTitle={title}
          entryId={entry?.id ?? null}
          entry={entry ?? null}
          categories={categories}
          onEnd={close}
        />
      )}
      {isRemoving && entry && (
        <Suspense fallback={null}>
          <RemoveEntryDialog widgetId={id} entryId={entry.id} onClose={endRemoval} />
        </Suspense>
      )}
    </div>
  )
}

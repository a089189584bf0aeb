import { FormattedDate, FormattedList, FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { GalleryEntryView_entry$key } from '../../../../__generated__/GalleryEntryView_entry.graphql.ts'
import { Button } from '../../../../ui/Button.tsx'
import { OpenBookLink } from '../../shared/OpenBookLink.tsx'
import section from '../BookSection.module.css'
import styles from './GalleryEntryView.module.css'

const fragment = graphql`
  fragment GalleryEntryView_entry on GalleryEntry @argumentDefinitions(locale: { type: "Locale!" }) {
    title
    description
    publishedAt
    bookUrl
    categories(locale: $locale) {
      name
    }
  }
`

export interface GalleryEntryViewProps {
  readonly entry: GalleryEntryView_entry$key
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** The entry as the gallery shows it. */
export function GalleryEntryView({ entry, onEdit, onRemove }: GalleryEntryViewProps) {
  const { title, description, publishedAt, bookUrl, categories } = useFragment(fragment, entry)
  const names = categories?.map(({ name }) => name) ?? []
  return (
    <div className={styles.entry}>
      <h3 className={styles.title}>{title}</h3>
      {description && <p className={styles.description}>{description}</p>}
      <p className={section.text}>
        {names.length > 0 && (
          <>
            <FormattedList value={names} />
            {' · '}
          </>
        )}
        <FormattedMessage
          id="onlineBook.gallery.published"
          values={{ date: <FormattedDate value={publishedAt} day="2-digit" month="short" year="numeric" /> }}
        />
      </p>
      <div className={section.actions}>
        <Button onPress={onEdit}>
          <FormattedMessage id="onlineBook.gallery.edit" />
        </Button>
        {bookUrl && <OpenBookLink url={bookUrl} title={title} variant="quiet" />}
        <Button variant="quiet" aria-haspopup="dialog" onPress={onRemove}>
          <FormattedMessage id="onlineBook.gallery.remove" />
        </Button>
      </div>
    </div>
  )
}

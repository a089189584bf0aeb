import { FormattedMessage, useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import { longestMessage } from '../../../../../schema/rules/bookSharing.ts'
import type { EntryForm_categories$key } from '../../../../__generated__/EntryForm_categories.graphql.ts'
import type { EntryForm_entry$key } from '../../../../__generated__/EntryForm_entry.graphql.ts'
import { SettingsForm } from '../../../../shared/settings/SettingsForm.tsx'
import { useSettingsForm } from '../../../../shared/settings/useSettingsForm.ts'
import { useFieldErrors } from '../../../../shared/useFieldErrors.ts'
import { Button } from '../../../../ui/Button.tsx'
import { TextArea } from '../../../../ui/TextArea.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { showToast } from '../../../../ui/toasts.ts'
import { CategoryFields } from './CategoryFields.tsx'
import styles from './EntryForm.module.css'
import { type EntryProblem, type EntryTexts, completeEntry, entryProblems, readEntry } from './entryTexts.ts'
import { useSaveEntry } from './useSaveEntry.ts'

const fragment = graphql`
  fragment EntryForm_entry on GalleryEntry @argumentDefinitions(locale: { type: "Locale!" }) {
    ...entryTexts_entry @arguments(locale: $locale)
  }
`

const categoriesFragment = graphql`
  fragment EntryForm_categories on GalleryCategory @relay(plural: true) {
    ...CategoryFields_categories
  }
`

export interface EntryFormProps {
  readonly widgetId: string
  /** The title of a new entry, until the customer types another title. */
  readonly bookTitle: string
  /** Null while the book has no entry. */
  readonly entryId: string | null
  readonly entry: EntryForm_entry$key | null
  readonly categories: EntryForm_categories$key
  /** Called when the form is saved or cancelled. */
  readonly onEnd: () => void
}

/**
 * The form that publishes a book in the gallery, or changes its entry. After a failure, the form keeps what was typed.
 */
export function EntryForm({
  widgetId,
  bookTitle,
  entryId,
  entry: key,
  categories: categoriesKey,
  onEnd,
}: EntryFormProps) {
  const { formatMessage } = useIntl()
  const entry = useFragment(fragment, key)
  const categories = useFragment(categoriesFragment, categoriesKey)
  const form = useSettingsForm<EntryTexts, EntryProblem>({
    name: `galleryEntry:${widgetId}`,
    saved: entry ? readEntry(entry) : { texts: { title: bookTitle, description: '', categoryIds: [] }, version: null },
    complete: completeEntry,
    check: entryProblems,
    save: useSaveEntry(widgetId, entryId),
    onSaved: () => {
      const message = formatMessage({ id: entry ? 'onlineBook.gallery.changed' : 'onlineBook.gallery.done' })
      showToast({ kind: 'success', message, timeout: 5_000 })
      onEnd()
    },
  })
  const { texts, problems, type, state } = form
  const errorOf = useFieldErrors(texts, problems, messageOf)
  const isReadOnly = state.kind === 'saving'
  const cancel = () => {
    form.discard()
    onEnd()
  }
  return (
    <div className={styles.form}>
      <SettingsForm
        form={form}
        isBlocked={false}
        submit={formatMessage({ id: entry ? 'settings.save' : 'onlineBook.gallery.publish' })}
        actions={
          <Button variant="quiet" isDisabled={isReadOnly} onPress={cancel}>
            <FormattedMessage id="common.cancel" />
          </Button>
        }
        renderCurrent={(saved) => <Current entry={saved} />}
      >
        <TextField
          // The form appears because the customer has just asked for it.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          label={formatMessage({ id: 'onlineBook.gallery.entryTitle' })}
          name="title"
          required
          autoComplete="off"
          value={texts.title}
          error={errorOf('title')}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => type({ ...texts, title: currentTarget.value })}
        />
        <TextArea
          label={formatMessage({ id: 'onlineBook.gallery.description' })}
          name="description"
          value={texts.description}
          note={formatMessage(
            { id: 'onlineBook.characters' },
            { count: texts.description.length, most: longestMessage },
          )}
          error={errorOf('description')}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => type({ ...texts, description: currentTarget.value })}
        />
        <CategoryFields
          categories={categories}
          chosen={texts.categoryIds}
          error={errorOf('categoryIds')}
          isReadOnly={isReadOnly}
          onChange={(categoryIds) => type({ ...texts, categoryIds })}
        />
      </SettingsForm>
    </div>
  )
}

/** Shows the saved entry after another tab has changed it. */
function Current({ entry: { title, description } }: { readonly entry: EntryTexts }) {
  return (
    <div>
      <p className={styles.currentTitle}>{title}</p>
      <p className={styles.currentText}>{description}</p>
    </div>
  )
}

function messageOf(field: keyof EntryTexts, problem: string): string | undefined {
  if (problem === 'TOO_LONG') return field === 'title' ? 'onlineBook.nameTooLong' : 'onlineBook.textTooLong'
  return field === 'categoryIds' ? 'onlineBook.gallery.categoriesInvalid' : undefined
}

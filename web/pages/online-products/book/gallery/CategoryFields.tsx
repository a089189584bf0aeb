import { useId } from 'react'
import { FormattedMessage } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { CategoryFields_categories$key } from '../../../../__generated__/CategoryFields_categories.graphql.ts'
import styles from './CategoryFields.module.css'

const fragment = graphql`
  fragment CategoryFields_categories on GalleryCategory @relay(plural: true) {
    id
    name
  }
`

export interface CategoryFieldsProps {
  readonly categories: CategoryFields_categories$key
  readonly chosen: readonly string[]
  readonly error: string | null
  readonly isReadOnly: boolean
  readonly onChange: (chosen: readonly string[]) => void
}

/** A checkbox for each category of the gallery. An entry can have any number of categories. */
export function CategoryFields({ categories: key, chosen, error, isReadOnly, onChange }: CategoryFieldsProps) {
  const categories = useFragment(fragment, key)
  const errorId = useId()
  if (categories.length === 0) return null
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset aria-describedby={error === null ? undefined : errorId} className={styles.fields}>
      <legend className={styles.legend}>
        <FormattedMessage id="onlineBook.gallery.categories" />
      </legend>
      <div className={styles.list}>
        {categories.map(({ id, name }, place) => (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={isReadOnly}
              // Marks only the first checkbox as invalid: after a refusal, the form moves the focus to it.
              aria-invalid={error !== null && place === 0}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      {error !== null && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

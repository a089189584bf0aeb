import { graphql, readInlineData } from 'react-relay/hooks'
import type { entryTexts_entry$key } from '../../../../__generated__/entryTexts_entry.graphql.ts'
import { longestMessage, longestName } from '../../../../../schema/rules/bookSharing.ts'
import type { Versioned } from '../../../../shared/settings/useSettingsForm.ts'

const fragment = graphql`
  fragment entryTexts_entry on GalleryEntry @inline @argumentDefinitions(locale: { type: "Locale!" }) {
    title
    description
    version
    categories(locale: $locale) {
      id
    }
  }
`

/** What is typed in the form of a gallery entry. */
export interface EntryTexts {
  readonly title: string
  readonly description: string
  readonly categoryIds: readonly string[]
}

export interface EntryProblem {
  readonly field: keyof EntryTexts
  readonly problem: 'MISSING' | 'NOT_VALID' | 'TOO_LONG'
}

/** The entry that a query or a mutation has read. */
export function readEntry(key: entryTexts_entry$key): Versioned<EntryTexts> {
  const { title, description, version, categories } = readInlineData(fragment, key)
  return { texts: { title, description, categoryIds: categories?.map(({ id }) => id) ?? [] }, version }
}

/** Prepares the texts for sending. */
export function completeEntry({ title, ...rest }: EntryTexts): EntryTexts {
  return { title: title.trim(), ...rest }
}

/** The problems of the texts that the client can find. The service makes further checks. */
export function entryProblems({ title, description }: EntryTexts): readonly EntryProblem[] {
  return [
    ...(title === '' ? [{ field: 'title', problem: 'MISSING' } as const] : []),
    ...(title.length > longestName ? [{ field: 'title', problem: 'TOO_LONG' } as const] : []),
    ...(description.length > longestMessage ? [{ field: 'description', problem: 'TOO_LONG' } as const] : []),
  ]
}

const fields: Readonly<Record<string, keyof EntryTexts>> = {
  TITLE: 'title',
  DESCRIPTION: 'description',
  CATEGORIES: 'categoryIds',
}

/**
 * The problem at the field of the form, after the gateway has refused an entry. Empty if the form has no such field.
 * @param field the refused field, as `InvalidGalleryEntry` names it
 */
export function refusedEntryField(field: string): readonly EntryProblem[] {
  const name = fields[field]
  return name ? [{ field: name, problem: 'NOT_VALID' }] : []
}

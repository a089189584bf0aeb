import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { graphql } from 'react-relay/hooks'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import type { useSaveEntryCreateMutation } from '../../../../__generated__/useSaveEntryCreateMutation.graphql.ts'
import type { useSaveEntryUpdateMutation } from '../../../../__generated__/useSaveEntryUpdateMutation.graphql.ts'
import { useSession } from '../../../../app/sessionContext.ts'
import { unknownResult } from '../../../../relay/unknownResult.ts'
import { useAppMutation } from '../../../../relay/useAppMutation.ts'
import type { FormRefusal, SaveOutcome } from '../../../../shared/settings/useSettingsForm.ts'
import { type EntryProblem, type EntryTexts, readEntry, refusedEntryField } from './entryTexts.ts'

const createMutation = graphql`
  mutation useSaveEntryCreateMutation($input: CreateGalleryEntryInput!, $locale: Locale!) {
    createGalleryEntry(input: $input) {
      __typename
      ... on CreateGalleryEntrySuccess {
        galleryEntry {
          ...GalleryEntryView_entry @arguments(locale: $locale)
          ...entryTexts_entry @arguments(locale: $locale)
        }
      }
      ... on GalleryEntryExists {
        current: existingEntry {
          id
          ...GalleryEntryView_entry @arguments(locale: $locale)
          ...entryTexts_entry @arguments(locale: $locale)
        }
      }
      ... on InvalidGalleryEntry {
        field
      }
      ... on WidgetNotFound {
        __typename
      }
      ... on WidgetBlocked {
        __typename
      }
      ... on WidgetNotReady {
        __typename
      }
    }
  }
`

const updateMutation = graphql`
  mutation useSaveEntryUpdateMutation($input: UpdateGalleryEntryInput!, $locale: Locale!) {
    updateGalleryEntry(input: $input) {
      __typename
      ... on UpdateGalleryEntrySuccess {
        galleryEntry {
          ...GalleryEntryView_entry @arguments(locale: $locale)
          ...entryTexts_entry @arguments(locale: $locale)
        }
      }
      ... on GalleryEntryChanged {
        current: currentEntry {
          id
          ...GalleryEntryView_entry @arguments(locale: $locale)
          ...entryTexts_entry @arguments(locale: $locale)
        }
      }
      ... on GalleryEntryNotFound {
        __typename
      }
      ... on InvalidGalleryEntry {
        field
      }
      ... on WidgetBlocked {
        __typename
      }
      ... on WidgetNotReady {
        __typename
      }
    }
  }
`

type Outcome = SaveOutcome<EntryTexts, EntryProblem>
type Result =
  | useSaveEntryCreateMutation['response']['createGalleryEntry']
  | useSaveEntryUpdateMutation['response']['updateGalleryEntry']

/**
 * Publishes a book in the gallery, or changes its entry if the entry still has the version that the customer saw. If
 * another tab has published the book meanwhile, the next attempt changes the entry that the other tab has created.
 * @param entryId null while the book has no entry
 */
export function useSaveEntry(
  widgetId: string,
  entryId: string | null,
): (texts: EntryTexts, version: string | null) => Promise<Outcome> {
  const { locale } = useIntl()
  const { channel } = useSession().config
  const [create] = useAppMutation<useSaveEntryCreateMutation>(createMutation)
  const [update] = useAppMutation<useSaveEntryUpdateMutation>(updateMutation)
  const outcomeOf = useOutcome()
  const foundId = useRef<string>(null)
  return async ({ title, description, categoryIds }, version) => {
    const texts = { title, description, categoryIds: [...categoryIds] }
    const galleryEntryId = entryId ?? foundId.current
    const outcome =
      galleryEntryId === null
        ? await create({
            variables: { input: { widgetId, channel, ...texts }, locale },
            // An updater, because the field of the book has an argument, and no directive of Relay can set such a
            // field.
            updater: (store) => linkEntry(store, widgetId, channel),
          })
        : await update({
            variables: { input: { galleryEntryId, version, ...texts }, locale },
            updater: (store, response) => {
              const isGone = response?.updateGalleryEntry.__typename === 'GalleryEntryNotFound'
              if (isGone) store.get(widgetId)?.setValue(null, 'galleryEntry', { channel })
            },
          })
    if (outcome.kind === 'failed') return refused({ kind: 'failed', correlationId: outcome.error.correlationId })
    const { response } = outcome
    const result = 'createGalleryEntry' in response ? response.createGalleryEntry : response.updateGalleryEntry
    if (result.__typename === 'GalleryEntryExists') foundId.current = result.current?.id ?? null
    if (result.__typename === 'GalleryEntryNotFound') foundId.current = null
    return outcomeOf(result)
  }
}

function linkEntry(store: RecordSourceSelectorProxy<unknown>, widgetId: string, channel: string): void {
  const entry = store.getRootField('createGalleryEntry')?.getLinkedRecord('galleryEntry')
  if (entry) store.get(widgetId)?.setLinkedRecord(entry, 'galleryEntry', { channel })
}

function refused(refusal: FormRefusal<EntryTexts, EntryProblem>): Outcome {
  return { kind: 'refused', refusal }
}

function useOutcome(): (result: Result) => Outcome {
  const { formatMessage } = useIntl()
  const because = (id: string) => refused({ kind: 'other', text: formatMessage({ id }) })
  return (result) => {
    switch (result.__typename) {
      case 'CreateGalleryEntrySuccess':
      case 'UpdateGalleryEntrySuccess':
        return { kind: 'saved' }
      case 'GalleryEntryExists':
      case 'GalleryEntryChanged': {
        const { current } = result
        if (!current) return refused({ kind: 'failed', correlationId: '' })
        return refused({ kind: 'changedMeanwhile', current: readEntry(current) })
      }
      case 'InvalidGalleryEntry': {
        const problems = refusedEntryField(result.field)
        return refused(problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'failed', correlationId: '' })
      }
      case 'GalleryEntryNotFound':
        return because('onlineBook.gallery.gone')
      case 'WidgetNotFound':
        return because('onlineBook.missingText')
      case 'WidgetBlocked':
        return because('onlineBooks.state.blocked')
      case 'WidgetNotReady':
        return because('onlineBooks.state.preparing')
      case '%other':
      default:
        return refused({ ...unknownResult(result), correlationId: '' })
    }
  }
}

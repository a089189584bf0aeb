import type { IntlShape } from 'react-intl'
import { formatPhotoDate, isKnownDate } from './dates.ts'

export interface LabelledPhoto {
  readonly fileName?: string | null | undefined
  readonly dateTaken?: string | null | undefined
  readonly pictureProblem?: string | null | undefined
}

/**
 * The accessible name of a photo. It has the capture time, which says more than a camera's file name, or else the file
 * name. If the picture cannot be shown, the name ends with the visible text of `NotShown` (WCAG 2.5.3). The text is not
 * in brackets, because speech control leaves brackets out.
 */
export function photoLabel(photo: LabelledPhoto, intl: IntlShape): string {
  const label = nameOf(photo, intl)
  return photo.pictureProblem ? intl.formatMessage({ id: 'photo.notShownLabel' }, { label }) : label
}

/**
 * The accessible description: the file name of a photo that is named by its date. It distinguishes photos of the same
 * minute.
 */
export function photoDescription({ fileName, dateTaken }: LabelledPhoto): string | undefined {
  return isKnownDate(dateTaken) ? (fileName ?? undefined) : undefined
}

function nameOf({ fileName, dateTaken }: LabelledPhoto, intl: IntlShape): string {
  if (!isKnownDate(dateTaken)) return intl.formatMessage({ id: 'photo.named' }, { name: fileName ?? '' }).trim()
  return intl.formatMessage({ id: 'photo.taken' }, { moment: formatPhotoDate(intl, 'moment', dateTaken) })
}

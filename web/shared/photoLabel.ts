import type { IntlShape } from 'react-intl'
import { isKnownDate } from './dates.ts'

export interface LabelledPhoto {
  readonly fileName?: string | null | undefined
  readonly dateTaken?: string | null | undefined
  readonly pictureProblem?: string | null | undefined
}

/**
 * The accessible name of a photo: by its capture time, which says more than a camera's file name; without one by its file
 * name. With a picture that cannot be shown it ends with the visible text of `NotShown` (WCAG 2.5.3: not in brackets, which
 * speech control leaves out).
 */
export function photoLabel(photo: LabelledPhoto, intl: IntlShape): string {
  const label = nameOf(photo, intl)
  return photo.pictureProblem ? intl.formatMessage({ id: 'photo.notShownLabel' }, { label }) : label
}

/** The accessible description: the file name of a photo that is named by its date. It tells photos of one minute apart. */
export function photoDescription({ fileName, dateTaken }: LabelledPhoto): string | undefined {
  return isKnownDate(dateTaken) ? (fileName ?? undefined) : undefined
}

function nameOf({ fileName, dateTaken }: LabelledPhoto, { formatDate, formatMessage }: IntlShape): string {
  if (!isKnownDate(dateTaken)) return formatMessage({ id: 'photo.named' }, { name: fileName ?? '' }).trim()
  // The camera's local time, whatever the reader's time zone.
  const moment = formatDate(`${dateTaken}Z`, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return formatMessage({ id: 'photo.taken' }, { moment })
}

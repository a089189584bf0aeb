import type { IntlShape } from 'react-intl'

/**
 * The accessible name of a photo's link, from its label without the state of the picture. With a picture that cannot be
 * shown it ends with the visible text of `NotShown` (WCAG 2.5.3: not in brackets, which speech control leaves out).
 */
export function photoLabel(
  label: string,
  pictureProblem: string | null | undefined,
  { formatMessage }: IntlShape,
): string {
  return pictureProblem ? formatMessage({ id: 'photo.notShownLabel' }, { label }) : label
}

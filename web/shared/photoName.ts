import type { IntlShape } from 'react-intl'

interface NamedPhoto {
  readonly fileName?: string | null | undefined
  readonly pictureProblem?: string | null | undefined
}

/** The file name in the accessible name of a photo. Adds that the picture cannot be shown. */
export function photoName({ fileName, pictureProblem }: NamedPhoto, { formatMessage }: IntlShape): string {
  const name = fileName ?? ''
  return pictureProblem ? formatMessage({ id: 'photo.notShownName' }, { name }) : name
}

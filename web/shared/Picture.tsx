import { NotShown } from './NotShown.tsx'
import { largeScreen, pictureUrl } from './photoPicture.ts'
import { PictureImage, pictureFrame } from './PictureImage.tsx'
import { useMediaQuery } from './useMediaQuery.ts'

export interface PictureOptions {
  /** True for a photo that is on screen from the start: it is not loaded lazily. */
  readonly isEager?: boolean
  /** True for the cover of an album. */
  readonly isCover?: boolean
}

export interface PictureProps extends PictureOptions {
  readonly pictureProblem: string | null | undefined
  readonly thumbhash: string | null | undefined
  /** The URL of the rendition of 300 px. */
  readonly small: string | undefined
  /** The URL of the rendition of 800 px. */
  readonly large: string | undefined
}

/**
 * A photo that fills its frame: first its thumbhash, then the rendition (300 px on small and medium screens, 800 px
 * on large ones). A picture that cannot be shown is replaced by a notice. Decorative: the surrounding element has the
 * accessible name.
 */
export function Picture(props: PictureProps) {
  const { pictureProblem, thumbhash, small, large, isEager = false, isCover = false } = props
  const url = pictureUrl(small, large, useMediaQuery(largeScreen))
  if (pictureProblem) return <NotShown hasText={!isCover} />
  return (
    <span {...pictureFrame(thumbhash)}>
      <PictureImage url={url} isEager={isEager} />
    </span>
  )
}

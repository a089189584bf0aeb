import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoImage_photo$key } from '../__generated__/PhotoImage_photo.graphql.ts'
import { Picture, type PictureOptions } from './Picture.tsx'

const fragment = graphql`
  fragment PhotoImage_photo on Photo {
    pictureProblem
    thumbhash
    small: thumbnail(width: 300) {
      url
    }
    large: thumbnail(width: 800) {
      url
    }
  }
`

export interface PhotoImageProps extends PictureOptions {
  readonly photo: PhotoImage_photo$key
}

/** The picture of a photo of the library. */
export function PhotoImage({ photo, ...options }: PhotoImageProps) {
  const { pictureProblem, thumbhash, small, large } = useFragment(fragment, photo)
  return (
    <Picture pictureProblem={pictureProblem} thumbhash={thumbhash} small={small?.url} large={large?.url} {...options} />
  )
}

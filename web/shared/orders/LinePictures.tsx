import { graphql, useFragment } from 'react-relay/hooks'
import type { LinePictures_line$key } from '../../__generated__/LinePictures_line.graphql.ts'
import { classes } from '../../ui/classes.ts'
import { OrdersIcon } from '../../ui/icons.tsx'
import { PhotoImage } from '../PhotoImage.tsx'
import styles from './LinePictures.module.css'

const fragment = graphql`
  fragment LinePictures_line on OrderLine @relay(plural: true) {
    id
    photos {
      id
      ...PhotoImage_photo
    }
  }
`

export interface LinePicturesProps {
  readonly lines: LinePictures_line$key
  /** The maximum number of pictures. */
  readonly maximum: number
  readonly className?: string | undefined
}

/**
 * Pictures of what was ordered: photos of each line in turn, so that every product is seen. If there are no photos, an
 * icon is shown. Decorative: the titles beside them say what was ordered.
 */
export function LinePictures({ lines: key, maximum, className }: LinePicturesProps) {
  const lines = useFragment(fragment, key)
  // The node of a photo that is being deleted is null.
  const photosOfLines = lines.map(({ photos }) => photos?.flatMap((photo) => photo ?? []) ?? [])
  const largestCount = Math.max(0, ...photosOfLines.map(({ length }) => length))
  const inTurn = Array.from({ length: largestCount }, (_, index) =>
    photosOfLines.flatMap((photos, line) => {
      const photo = photos[index]
      return photo ? [{ key: `${line} ${photo.id}`, photo }] : []
    }),
  ).flat()
  const shown = inTurn.slice(0, maximum)
  return (
    <span aria-hidden="true" data-count={shown.length} className={classes(styles.pictures, className)}>
      {shown.map(({ key: of, photo }) => (
        <span key={of} className={styles.picture}>
          <PhotoImage photo={photo} isCover />
        </span>
      ))}
      {shown.length === 0 && (
        <span className={styles.none}>
          <OrdersIcon size={26} />
        </span>
      )}
    </span>
  )
}

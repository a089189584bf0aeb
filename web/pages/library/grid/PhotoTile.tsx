import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { PhotoTile_photo$key } from '../../../__generated__/PhotoTile_photo.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { usePhotoDate } from '../../../shared/dates.ts'
import { PhotoImage } from '../../../shared/PhotoImage.tsx'
import styles from './PhotoTile.module.css'

const fragment = graphql`
  fragment PhotoTile_photo on Photo {
    id
    fileName
    dateTaken
    ...PhotoImage_photo
  }
`

export interface PhotoTileProps {
  readonly photo: PhotoTile_photo$key
  /** Where the photo opens. */
  readonly to: string
  readonly isEager: boolean
  /** Whether the tab key reaches it: one tile of a grid is enough, arrow keys reach the others. */
  readonly isTabStop: boolean
  readonly index: number
}

/** A photo in the timeline: opens it; says when it was taken. */
export function PhotoTile({ photo, to, isEager, isTabStop, index }: PhotoTileProps) {
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, photo)
  const date = usePhotoDate(data.dateTaken)
  const tooltip = `taken-${data.id}`
  return (
    <AppLink
      to={to}
      state={{ isFromLibrary: true }}
      className={styles.tile}
      tabIndex={isTabStop ? 0 : -1}
      data-index={index}
      data-photo={data.id}
      aria-label={formatMessage({ id: 'timeline.photo' }, { name: data.fileName ?? '' })}
      aria-describedby={date === null ? undefined : tooltip}
    >
      <PhotoImage photo={data} isEager={isEager} />
      {date !== null && (
        <span role="tooltip" id={tooltip} className={styles.tooltip}>
          {formatMessage({ id: 'timeline.takenOn' }, { date })}
        </span>
      )}
    </AppLink>
  )
}

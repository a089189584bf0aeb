import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TimelineTile_photo$key } from '../../../__generated__/TimelineTile_photo.graphql.ts'
import { AppLink } from '../../../shared/AppLink.tsx'
import { usePhotoDate } from '../../../shared/dates.ts'
import { previewPath } from '../../../shared/paths.ts'
import { PhotoImage } from '../../../shared/PhotoImage.tsx'
import styles from './TimelineTile.module.css'

const fragment = graphql`
  fragment TimelineTile_photo on Photo {
    id
    fileName
    dateTaken
    ...PhotoImage_photo
  }
`

export interface TimelineTileProps {
  readonly photo: TimelineTile_photo$key
  readonly isEager: boolean
  /** Whether the tab key reaches it: one tile of a grid is enough, arrow keys reach the others. */
  readonly isTabStop: boolean
  readonly index: number
}

/** A photo in the timeline: opens it; says when it was taken. */
export function TimelineTile({ photo, isEager, isTabStop, index }: TimelineTileProps) {
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, photo)
  const date = usePhotoDate(data.dateTaken)
  const tooltip = `taken-${data.id}`
  return (
    <AppLink
      to={previewPath(data.id)}
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

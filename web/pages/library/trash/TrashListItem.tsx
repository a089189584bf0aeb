import { useId } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { TrashListItem_photo$key } from '../../../__generated__/TrashListItem_photo.graphql.ts'
import { Picture } from '../../../shared/Picture.tsx'
import { photoLabel } from '../../../shared/photoLabel.ts'
import { CheckIcon } from '../../../ui/laterIcons.tsx'
import styles from './TrashListItem.module.css'

const fragment = graphql`
  fragment TrashListItem_photo on TrashedPhoto {
    fileName
    dateTaken
    pictureProblem
    thumbhash
    small: thumbnail(width: 300) {
      url
    }
    large: thumbnail(width: 800) {
      url
    }
    deletedForGoodAt
  }
`

const day = 24 * 3_600_000

export interface TrashListItemProps {
  readonly photo: TrashListItem_photo$key
  readonly isSelected: boolean
  readonly onToggle: () => void
}

/** A photo in the trash: its picture with a checkbox, how long the photo is kept, and until when. */
export function TrashListItem({ photo, isSelected, onToggle }: TrashListItemProps) {
  const intl = useIntl()
  const { formatMessage, formatDate } = intl
  const { fileName, dateTaken, pictureProblem, thumbhash, small, large, deletedForGoodAt } = useFragment(
    fragment,
    photo,
  )
  const facts = useId()
  return (
    <li className={styles.item}>
      <label className={styles.tile} data-selected={isSelected}>
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={isSelected}
          onChange={onToggle}
          aria-label={photoLabel({ fileName, dateTaken, pictureProblem }, intl)}
          aria-describedby={facts}
        />
        <Picture pictureProblem={pictureProblem} thumbhash={thumbhash} small={small?.url} large={large?.url} />
        <span className={styles.mark}>{isSelected && <CheckIcon size={16} />}</span>
      </label>
      <p id={facts} className={styles.facts}>
        <span>{formatMessage({ id: 'trash.daysLeft' }, { days: daysUntil(deletedForGoodAt) })}</span>
        <time dateTime={deletedForGoodAt} className={styles.date}>
          {formatDate(deletedForGoodAt, { day: '2-digit', month: 'short', year: 'numeric' })}
        </time>
      </p>
    </li>
  )
}

/** Days until a moment, rounded up; 0 on the last day. */
function daysUntil(moment: string): number {
  const left = (Date.parse(moment) - Date.now()) / day
  return left < 1 ? 0 : Math.ceil(left)
}

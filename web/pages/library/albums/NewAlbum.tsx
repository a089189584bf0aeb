import { useIntl } from 'react-intl'
import { type ButtonVariant, Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { PlusIcon } from '../../../ui/icons.tsx'
import card from './AlbumCard.module.css'
import styles from './NewAlbum.module.css'

export interface NewAlbumProps {
  readonly onPress: () => void
}

/** Marks the button or tile that gets the focus when no album is left. */
const mark = { 'data-new-album': '' }

/** The tile that creates an album, before the first album. */
export function NewAlbumTile({ onPress }: NewAlbumProps) {
  const { formatMessage } = useIntl()
  return (
    <li className={card.item}>
      <button type="button" {...mark} className={classes(card.card, styles.tile)} onClick={onPress}>
        <span className={card.pages}>
          <span className={classes(card.cover, styles.cover)}>
            <PlusIcon size={32} />
          </span>
        </span>
        <span className={card.name}>{formatMessage({ id: 'albums.new' })}</span>
      </button>
    </li>
  )
}

export interface NewAlbumButtonProps extends NewAlbumProps {
  readonly variant: ButtonVariant
}

/** The button that creates an album, for a library without albums. */
export function NewAlbumButton({ variant, onPress }: NewAlbumButtonProps) {
  const { formatMessage } = useIntl()
  return (
    <Button variant={variant} {...mark} icon={<PlusIcon size={20} />} onPress={onPress}>
      {formatMessage({ id: 'albums.new' })}
    </Button>
  )
}

import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { usePageTitle } from '../../../shared/usePageTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './MissingPhoto.module.css'

export interface MissingPhotoProps {
  readonly id: string
  readonly onMissing: (id: string) => void
  readonly onClose: () => void
}

/** There is no such photo, or it is somebody else's, which is not told apart. */
export function MissingPhoto({ id, onMissing, onClose }: MissingPhotoProps) {
  const { formatMessage } = useIntl()
  const title = formatMessage({ id: 'preview.missingTitle' })
  usePageTitle(title)
  useMarkFirstView(true)
  useEffect(() => onMissing(id), [id, onMissing])
  return (
    <div className={styles.state}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{formatMessage({ id: 'preview.missingText' })}</p>
      <Button variant="primary" onPress={onClose}>
        {formatMessage({ id: 'preview.backToPhotos' })}
      </Button>
    </div>
  )
}

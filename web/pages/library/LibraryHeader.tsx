import { useIntl } from 'react-intl'
import { AppLink } from '../../shared/AppLink.tsx'
import { homePath } from '../../shared/paths.ts'
import { useUpload } from '../../shared/uploadContext.ts'
import { Button } from '../../ui/Button.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx'
import styles from './LibraryHeader.module.css'

/** The library's title, the way back on small screens, and the way in for new photos. */
export function LibraryHeader() {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  return (
    <div className={styles.header}>
      <AppLink to={homePath} className={styles.back}>
        <ArrowLeftIcon size={20} />
        {formatMessage({ id: 'library.backToMenu' })}
      </AppLink>
      <h1 className={styles.title}>{formatMessage({ id: 'library.title' })}</h1>
      {upload.isOffered && (
        <Button variant="primary" icon={<PlusIcon size={20} />} onPress={upload.open}>
          {formatMessage({ id: 'library.addPhotos' })}
        </Button>
      )}
    </div>
  )
}

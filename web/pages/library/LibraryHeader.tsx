import { Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { useIsFirstViewShown } from '../../shared/firstView.ts'
import { BackLink } from '../../shared/page/BackLink.tsx'
import { homePath } from '../../shared/paths.ts'
import { useUpload } from '../../shared/uploadContext.ts'
import { useSession } from '../../app/sessionContext.ts'
import { Button } from '../../ui/Button.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { hasOlderLibrary } from './import/importMemory.ts'
import { OrderPrintsButton } from './photo-actions/print-order/OrderPrintsButton.tsx'
import styles from './LibraryHeader.module.css'

const LibraryMenu = lazy(async () => ({ default: (await import('./LibraryMenu.tsx')).LibraryMenu }))

export interface LibraryHeaderProps {
  /** Whether the library has photos, and so actions on all of them. */
  readonly hasPhotos: boolean
  /** Receives the element for the storage status. */
  readonly storageSlot: (element: HTMLElement | null) => void
}

/** The library's title with the actions on all photos: storage status, prints, menu and upload. */
export function LibraryHeader({ hasPhotos, storageSlot }: LibraryHeaderProps) {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  const isFirstViewShown = useIsFirstViewShown()
  // Read once: an entry that becomes known later appears at the next view, so that nothing moves.
  const accountId = useSession().signIn.session()?.accountId
  const [hadOlderLibrary] = useState(() => hasOlderLibrary(accountId))
  return (
    <div className={styles.header}>
      <BackLink to={homePath} className={styles.back}>
        {formatMessage({ id: 'library.backToMenu' })}
      </BackLink>
      <h1 className={styles.title}>{formatMessage({ id: 'library.title' })}</h1>
      <div ref={storageSlot} className={styles.storage} />
      {hasPhotos && (
        <div className={styles.order}>
          <OrderPrintsButton />
        </div>
      )}
      {(hasPhotos || hadOlderLibrary) && (
        <div className={styles.more}>
          {isFirstViewShown && (
            <Suspense fallback={null}>
              <LibraryMenu hasPhotos={hasPhotos} />
            </Suspense>
          )}
        </div>
      )}
      {upload.isOffered && (
        <Button variant="primary" icon={<PlusIcon size={20} />} className={styles.add} onPress={upload.open}>
          {formatMessage({ id: 'library.addPhotos' })}
        </Button>
      )}
    </div>
  )
}

import { Suspense, lazy } from 'react'
import { useIntl } from 'react-intl'
import { AppLink } from '../../shared/AppLink.tsx'
import { useIsFirstViewShown } from '../../shared/firstView.ts'
import { homePath } from '../../shared/paths.ts'
import { useUpload } from '../../shared/uploadContext.ts'
import { Button } from '../../ui/Button.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx'
import { OrderPrintsButton } from './print-order/OrderPrintsButton.tsx'
import styles from './LibraryHeader.module.css'

const LibraryMenu = lazy(async () => ({ default: (await import('./LibraryMenu.tsx')).LibraryMenu }))

export interface LibraryHeaderProps {
  /** Whether what is offered is for photos that are there. */
  readonly hasPhotos: boolean
  /** Told the place of the storage status. */
  readonly storageSlot: (element: HTMLElement | null) => void
}

/** The library's title, the way back on small screens, the way in for new photos, and what concerns all of them. */
export function LibraryHeader({ hasPhotos, storageSlot }: LibraryHeaderProps) {
  const { formatMessage } = useIntl()
  const upload = useUpload()
  const isFirstViewShown = useIsFirstViewShown()
  return (
    <div className={styles.header}>
      <AppLink to={homePath} className={styles.back}>
        <ArrowLeftIcon size={20} />
        {formatMessage({ id: 'library.backToMenu' })}
      </AppLink>
      <h1 className={styles.title}>{formatMessage({ id: 'library.title' })}</h1>
      <div ref={storageSlot} className={styles.storage} />
      {hasPhotos && (
        <>
          <div className={styles.order}>
            <OrderPrintsButton />
          </div>
          <div className={styles.more}>
            {isFirstViewShown && (
              <Suspense fallback={null}>
                <LibraryMenu />
              </Suspense>
            )}
          </div>
        </>
      )}
      {upload.isOffered && (
        <Button variant="primary" icon={<PlusIcon size={20} />} className={styles.add} onPress={upload.open}>
          {formatMessage({ id: 'library.addPhotos' })}
        </Button>
      )}
    </div>
  )
}
